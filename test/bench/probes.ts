import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Target of the probes: the API with its key, and a list. */
export interface Probed {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** The list whose subscribers are looked up and updated. */
  readonly listId: number;
  /** The list holds at least so many of the bench's rows. */
  readonly rows: number;
}

/** Milliseconds of every call of each probe. */
export interface ProbeTimes {
  readonly refusal: readonly number[];
  readonly detail: readonly number[];
  readonly byEmail: readonly number[];
  readonly update: readonly number[];
}

/** A message to the process of the probes. */
export interface ProbeMessage {
  readonly begin?: Probed;
  readonly importId?: number;
  readonly end?: true;
}

/** Probes that call again and again, each with a pause in between. */
export interface Probes {
  /** Names the import whose detail is read from now on. */
  see(importId: number): void;
  /** Ends the process. @returns what each call took. @throws Error when the process ended before, as it does when a call fails */
  end(): Promise<ProbeTimes>;
  /** Ends the process without an answer. */
  stop(): void;
}

/** Starts the process of the probes. Resolves when they call. */
export async function startProbes(probed: Probed, importId: number): Promise<Probes> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./probe-process.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const tell = (message: ProbeMessage) => child.connected && child.send(message);
  const ended = once(child, 'exit');
  const nextMessage = async () => {
    const message = await Promise.race([once(child, 'message'), ended.then(() => null)]);
    if (message === null) throw new Error('The process of the probes ended before it was asked to.');
    return message[0] as { times?: ProbeTimes };
  };
  tell({ begin: probed, importId });
  await nextMessage();
  return {
    see: (id) => tell({ importId: id }),
    end: async () => {
      const answered = nextMessage();
      tell({ end: true });
      const { times } = await answered;
      if (times === undefined) throw new Error('The probes sent no times.');
      return times;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
