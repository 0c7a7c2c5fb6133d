"""Output layers of classifiers and language models, from files and from Python, with every weight as it is stored."""

from .label_sets import LabelSets, label_sets_from, read_label_sets
from .layer_files import read_output_layer
from .output_layer import OutputLayer, output_layer, output_layer_from

__all__ = [
    "LabelSets",
    "OutputLayer",
    "label_sets_from",
    "output_layer",
    "output_layer_from",
    "read_label_sets",
    "read_output_layer",
]
