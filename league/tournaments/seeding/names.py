"""Invented names: Scottish by the sound of them, a few so long that a phone has to break them."""

from random import Random

GIVEN_NAMES = (
    "Aileas Ailsa Alasdair Alexandrina Angus Archibald Beathag Blair Cailean Cairistiona Calum Catriona Coinneach"
    " Craig Davina Diarmid Donalda Dougal Effie Eilidh Elspeth Euphemia Ewan Fergus Finlay Fionnghal Gavina Gillespie"
    " Gregor Greer Hamish Hector Innes Iona Isla Isobel Jamesina Kenneth Kirsty Lachlan Lesley Lorna Mairead Malcolm"
    " Marsaili Morven Muriel Neil Niamh Oighrig Peigi Raghnall Ranald Rhona Roderick Rory Ruaridh Seonaid Sheena"
    " Sorley Struan Tearlach Torquil Una Wilhelmina"
)
FAMILY_NAMES = (
    "Abercrombie Affleck Agnew Anstruther Arbuthnott Auchinleck Baird Balfour Bannerman Blackadder Borthwick Brodie"
    " Buchan Burnett Cairncross Carmichael Carnegie Cathcart Colquhoun Cruickshank Cunninghame Dalgleish Dalrymple"
    " Drummond Dunbar Dundas Eglinton Elphinstone Erskine Farquharson Galbraith Gilchrist Haldane Heriot Houston"
    " Inglis Irvine Jardine Kennedy Kinnaird Kirkpatrick Lamont Lockhart Logan MacAlister MacAskill MacCorquodale"
    " MacEachern MacFarlane MacGillivray MacKintosh MacLachlan MacNaughton MacQuarrie MacTavish Maitland Melville"
    " Menzies Moncreiffe Napier Ogilvy Oliphant Pitcairn Primrose Ramsay Rattray Ruthven Scrymgeour Seton Spalding"
    " Strachan Tulloch Urquhart Wauchope Wedderburn Wemyss"
)
PLACE_NAMES = "Achnashellach Auchtermuchty Ballachulish Ecclefechan Kirkintilloch Lochgilphead Strathpeffer"
GIVEN, FAMILY, PLACES = GIVEN_NAMES.split(), FAMILY_NAMES.split(), PLACE_NAMES.split()
LONG_EVERY = 40


def invented(count: int, luck: Random) -> list[str]:
    """So many different names."""
    names: dict[str, None] = {}
    while len(names) < count:
        is_long = len(names) % LONG_EVERY == LONG_EVERY - 1
        names[_long(luck) if is_long else _usual(luck)] = None
    return list(names)


def _usual(luck: Random) -> str:
    second = [luck.choice(GIVEN)] if luck.random() < 0.3 else []
    return " ".join([luck.choice(GIVEN), *second, luck.choice(FAMILY)])


def _long(luck: Random) -> str:
    return f"{' '.join(luck.sample(GIVEN, 2))} {'-'.join(luck.sample(FAMILY, 2))} of {luck.choice(PLACES)}"
