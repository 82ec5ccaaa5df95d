"""The rules and notation of Lines of Action."""
