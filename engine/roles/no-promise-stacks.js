import { promiseHooks } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

// Loaded before the script of a worker, and by that before those of its threads (`--import`). In the threads of workflows the
// SDK would keep a stack trace of each promise for the tab Stack Trace of the Temporal UI. That takes a fifth of their time
// (measured), and all that the tab can show of a job is that it waits for a condition: the state of its
// machine is in the current details. Failures keep their stack traces.

if (!isMainThread) {
  const { createHook } = promiseHooks;
  // Node's own hooks also have `before`.
  promiseHooks.createHook = (hooks) => (hooks.before === undefined ? () => undefined : createHook(hooks));
}
