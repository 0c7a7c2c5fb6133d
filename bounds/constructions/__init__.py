"""Upper bounds that are units one can hold: the noun, those known by name, and what shows that one fails."""
