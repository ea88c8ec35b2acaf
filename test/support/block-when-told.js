import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Loaded into a process before its script (`node --import`). It blocks the event loop for good as soon as DATA_DIR holds a
// file named `block-<script>`, such as `block-server.ts`. The file is removed first, so the next process is not blocked.

const order = join(process.env['DATA_DIR'] ?? '.', `block-${basename(process.argv[1] ?? '')}`);

if (isMainThread) {
  setInterval(() => {
    if (!existsSync(order)) return;
    rmSync(order);
    for (;;);
  }, 50).unref();
}
