"""When items of calendars changed, noted when somebody reads them."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from league.sharing.calendars import Item, State
from league.sharing.models import Stamp


def states_of(items: Sequence[Item]) -> Mapping[str, State]:
    """The state of each item, by its uid; one that says something else than before has changed now.

    Two who read at the same time find the same change, and note it once.
    """
    known = {stamp.uid: stamp for stamp in Stamp.objects.filter(uid__in=[item.uid for item in items])}
    now = timezone.now().replace(microsecond=0)
    changed = [
        Stamp(uid=item.uid, digest=item.digest, sequence=before.sequence + 1 if before else 0, changed_at=now)
        for item in items
        if (before := known.get(item.uid)) is None or before.digest != item.digest
    ]
    if changed:
        fields = ["digest", "sequence", "changed_at"]
        Stamp.objects.bulk_create(changed, update_conflicts=True, unique_fields=["uid"], update_fields=fields)
    states = known | {stamp.uid: stamp for stamp in changed}
    return {uid: State(stamp.sequence, stamp.changed_at) for uid, stamp in states.items()}
