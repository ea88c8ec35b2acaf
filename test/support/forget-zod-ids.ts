import { z } from 'zod/v4';

// The test files of one process each evaluate the schemas anew, while zod, and what it knows of their ids, stays.
z.globalRegistry.clear();
