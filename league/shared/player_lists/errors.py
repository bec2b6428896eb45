"""What a list of people is refused for as a whole. A line that is not understood says so itself (`Line.fault`)."""

from league.shared.errors import Refusal


class ListRefused(Refusal):
    """This is no list of people, or it is too long."""

    code = "list-refused"
