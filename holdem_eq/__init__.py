"""Texas hold'em equities: evaluator, ranges, exact range v range."""
