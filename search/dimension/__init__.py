"""How wide embeddings have to be for relevance data: a question and an answer of each kind, told by the options."""
