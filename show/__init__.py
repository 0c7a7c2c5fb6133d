"""What others read: exports for other people's programs, pictures, displays of notebooks."""
