"""What replaces provisional constants by evidence: from the judgements of people, and from outcomes."""
