// Stands in for a role that does not come up.

process.exit(3);
