"""The rules of leagues and tournaments: who meets whom, who stands where, who is how strong.

Values in, values out: no clock, no database, no settings, no luck without a seed, integers only.
Formats, tie-breaks and rating systems are files in the folders of their kind; a new file is found
by the registry of its folder and needs nothing else.
"""
