"""Speed beside other libraries: `make bench` runs it, `make bench-readme` puts it into the README."""
