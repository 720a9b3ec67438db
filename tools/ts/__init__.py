"""TypeScript of the page that is generated from the Python package."""
