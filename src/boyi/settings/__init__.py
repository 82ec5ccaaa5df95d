"""What searches and programs can be given: each setting is declared once, all else follows from it."""
