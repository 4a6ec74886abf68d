"""reduce(state, event) → (state′, effects): pure, one handler a kind of event."""
