"""The HTTP and WebSocket routes, and what stands before them."""
