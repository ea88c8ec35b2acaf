#!/usr/bin/env node
// What `npx sluice` starts: plain JavaScript, because Node 20 needs to be told how to read the TypeScript beside it.
import { register } from 'tsx/esm/api';

register();
await import('./sluice.ts');
