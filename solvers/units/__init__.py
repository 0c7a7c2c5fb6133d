"""Tables and heads of whole attention units."""
