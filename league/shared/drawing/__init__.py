"""Pictures as text: plain Python that returns SVG.

Geometry stands in attributes and colour in attributes or classes, never in a style or a script, because the pages'
content security policy allows neither. Words that people read are passed in, translated, by the caller.
"""
