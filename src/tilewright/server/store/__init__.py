"""What is kept, as plain functions of a transaction: SQL is written here and nowhere else."""
