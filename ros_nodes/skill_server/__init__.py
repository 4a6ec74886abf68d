"""Skills: goals in, action chunks out, and one honest result for each goal."""
