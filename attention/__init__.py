"""What an attention unit computes: the exact definition, real softmax in balls, and fast NumPy forms."""
