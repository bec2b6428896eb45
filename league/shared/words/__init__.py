"""The words of the site in other languages: found in the code, kept in `locale`, put into the form that Django reads.

`python3 -m league.shared.words` brings the catalogues up to date; CONTRIBUTING.md says how a word is translated.
Neither finding words nor reading them needs the tools of GNU gettext.
"""
