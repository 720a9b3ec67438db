"""Turn notifications by mail for games over days, to confirmed addresses."""
