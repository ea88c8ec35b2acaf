import { register } from 'tsx/esm/api';

// A set-up file: the modules of the project are TypeScript that Node imports. With `--import tsx` each thread that Temporal's SDK
// starts would load the loader, too, which takes 0.15 s of a processor.
const holder = globalThis as { sluiceLoadsTypeScript?: () => unknown };
holder.sluiceLoadsTypeScript ??= register();
