"""What can be told of a run or an evaluator without training or matching it."""
