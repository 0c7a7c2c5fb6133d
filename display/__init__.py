"""Text in, HTML and SVG out: what displays are made of."""
