"""What decides a question within a budget: engines that race, and the board on which they post."""
