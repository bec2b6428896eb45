"""Pictures as text: plain Python that returns SVG.

Geometry is in attributes and colour in attributes or classes, never in a style or a script, because the pages'
content security policy allows neither. The caller passes visible text in, translated.
"""
