"""The lives of intents, tasks and skill goals, as tables."""
