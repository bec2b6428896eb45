"""Every write of matches: blocks are made, matches claimed, finished and swept, those played elsewhere kept."""

from games.matches.services.blocks import Order, Rotation, all_rotations, check_order, create_block, create_blocks
from games.matches.services.cancelling import cancel_matches
from games.matches.services.claims import Claim, claim_in_turn, claim_matches, extend_leases, give_back, put_away
from games.matches.services.finishing import Finish, finish_matches
from games.matches.services.keeping import Sat, keep_match, seat_visitor
from games.matches.services.pruning import Pruned, prune_by_policy, prune_records
from games.matches.services.sweeping import queue_again, queue_cancelled, sweep_matches

__all__ = [
    "Claim",
    "Finish",
    "Order",
    "Pruned",
    "Rotation",
    "Sat",
    "all_rotations",
    "cancel_matches",
    "check_order",
    "claim_in_turn",
    "claim_matches",
    "create_block",
    "create_blocks",
    "extend_leases",
    "finish_matches",
    "give_back",
    "keep_match",
    "prune_by_policy",
    "prune_records",
    "put_away",
    "queue_again",
    "queue_cancelled",
    "seat_visitor",
    "sweep_matches",
]
