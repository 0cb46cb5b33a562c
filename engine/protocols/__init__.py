"""Play spoken with others: a person at a terminal, programs that speak the Hub protocol."""
