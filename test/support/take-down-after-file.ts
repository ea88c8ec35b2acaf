import { afterAll } from 'vitest';
import { takeDown } from './take-down.ts';

// A set-up file: the test runner evaluates it for each test file, and the modules it imports once in each process.
afterAll(takeDown);
