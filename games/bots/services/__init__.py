"""Every write of bots: the house's own become players, people upload theirs, rounds on the machine become matches."""

from games.bots.services.checking import CheckClaim, claim_version, finish_check, give_version_back
from games.bots.services.failing import pause_failing
from games.bots.services.house_bots import ensure_house_bots
from games.bots.services.keeping import activate_version, pause_bot, rename_bot, resume_bot, retire_bot
from games.bots.services.leaving import forget_bots_of
from games.bots.services.locks import LOCK
from games.bots.services.pruning import prune_logs
from games.bots.services.rechecking import recheck_version
from games.bots.services.rounds import cancel_matches_of_round, make_matches
from games.bots.services.sweeping import check_again, sweep_versions
from games.bots.services.uploading import make_bot, upload_version

__all__ = [
    "LOCK",
    "CheckClaim",
    "activate_version",
    "cancel_matches_of_round",
    "check_again",
    "claim_version",
    "ensure_house_bots",
    "finish_check",
    "forget_bots_of",
    "give_version_back",
    "make_bot",
    "make_matches",
    "pause_bot",
    "pause_failing",
    "prune_logs",
    "recheck_version",
    "rename_bot",
    "resume_bot",
    "retire_bot",
    "sweep_versions",
    "upload_version",
]
