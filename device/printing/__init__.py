"""The sheet, its page of actions and the card of commands on paper, as PDF. Pages are data until `pen` draws them."""
