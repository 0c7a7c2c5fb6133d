"""The rules of inference that every kind of evidence is a use of."""
