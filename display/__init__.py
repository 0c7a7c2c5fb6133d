"""What results share: text in, HTML and SVG out; their content as a dictionary, a table, a file."""
