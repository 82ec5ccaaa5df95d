"""The course platform for Reversi ("Mo")."""
