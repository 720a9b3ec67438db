"""Tests of Polyssimo Challenge."""
