"""SGF (FF[4]): trees of properties, and the games written in them."""
