import { loadConfig } from '../platform/config.ts';
import { startEngine } from './engine.ts';
import { runCommand } from './run-command.ts';

/** `npx sluice start`: runs the service until Ctrl-C or SIGTERM. */
async function start(stop: AbortSignal, say: (line: string) => void): Promise<void> {
  const engine = await startEngine(loadConfig(), { onProgress: say, signal: stop });
  say(
    [
      'Sluice is running. Ctrl-C stops it.',
      `  API          ${engine.apiUrl}/ga/api/v2`,
      ...(engine.ftpUrl === null ? [] : [`  Uploads      ${engine.ftpUrl} (user api, password: an API key)`]),
      ...(engine.uiUrl === null ? [] : [`  Temporal UI  ${engine.uiUrl}`]),
      engine.problem === null ? `  API key      in ${engine.keyFile}` : `  ${engine.problem}`,
    ].join('\n'),
  );
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  await engine.stop();
}

runCommand(start);
