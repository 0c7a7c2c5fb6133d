"""Parts of earlier kinds of evidence that engines still use."""
