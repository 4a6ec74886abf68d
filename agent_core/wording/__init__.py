"""What the agent says to people, in English and Chinese, short and with the thing's name in it."""
