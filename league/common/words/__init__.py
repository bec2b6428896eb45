"""Translation catalogues: collect messages from the code, keep them in `locale`, compile them for Django.

`python3 -m league.common.words` updates the catalogues; CONTRIBUTING.md says how to translate a message. GNU gettext
is not needed.
"""
