"""Reports as HTML files that need nothing from outside: tables, charts, and games that can be replayed."""
