import { requireNone } from './failure.ts';
import { falseBooks } from './checks/books.ts';
import { leftovers, openConnections } from './checks/leftovers.ts';
import type { Figures } from './figures.ts';
import { createRandom } from './random.ts';
import type { Scenario } from './scenario.ts';
import type { FileStoreKind } from './world/files.ts';
import type { Size, World } from './world/world.ts';
import { openWorld } from './world/world.ts';

/** Result of a scenario. */
export interface Played {
  readonly name: string;
  readonly seconds: number;
  readonly skipped: string | null;
  /** Promises that did not hold, with the place of the logs; null when all held. */
  readonly broken: string | null;
}

export interface RunOptions {
  readonly seed: string;
  readonly size: Size;
  readonly fileStore?: FileStoreKind;
  /** Duration of a soak, in minutes. */
  readonly minutes: number;
  readonly figures: Figures;
  readonly say: (line: string) => void;
}

/** Plays scenarios one after the other in one world; one that breaks a promise leaves its world behind, for its logs. */
export interface Run {
  play(scenario: Scenario): Promise<Played>;
  /** Stops the service. @throws PromiseBroken when a connection of it stays open */
  close(): Promise<void>;
}

/** Begins a run; the first scenario opens the world. */
export function beginRun({ seed, size, fileStore = 'folder', minutes, figures, say }: RunOptions): Run {
  let world: World | null = null;
  const close = async () => {
    const open = world === null ? [] : await openAfterStop(world);
    await world?.close({ keep: open.length > 0 });
    world = null;
    requireNone(open.map((sentence) => `In the end ${sentence}.`));
  };
  return {
    play: async (scenario) => {
      const began = Date.now();
      const suggestContinueAsNew = size === 'full' ? scenario.suggestContinueAsNew : undefined;
      const hasOwnWorld = suggestContinueAsNew !== undefined;
      if (hasOwnWorld) await close();
      world ??= await openWorld({ figures, say, fileStore, suggestContinueAsNew });
      const random = createRandom(seed).fork(scenario.name);
      const done = (end: { skipped?: string; broken?: string }): Played => {
        const seconds = (Date.now() - began) / 1000;
        return { name: scenario.name, seconds, skipped: null, broken: null, ...end };
      };
      try {
        const end = await scenario.play({ ...world, random, size, minutes });
        await checkAll(world, size);
        if (hasOwnWorld) await close();
        return done(end === undefined ? {} : end);
      } catch (error) {
        const logs = world === null ? '' : `; logs in ${world.dir}`;
        await world?.close({ keep: true }).catch(() => undefined);
        world = null;
        return done({ broken: `seed ${seed}, scenario ${scenario.name}${logs}\n${textOf(error)}` });
      }
    },
    close,
  };
}

/** Checks the invariants that hold after every scenario. Short runs keep an API and a worker for the next one. */
async function checkAll(world: World, size: Size): Promise<void> {
  const wrong = [...(await leftovers(world)), ...(await falseBooks(world))];
  if (size === 'short') await world.keepRoles();
  else wrong.push(...(await openAfterStop(world)));
  requireNone(wrong.map((sentence) => `Afterwards ${sentence}.`));
}

async function openAfterStop(world: World): Promise<string[]> {
  await world.stopRoles();
  return openConnections(world);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n  because of ${error.cause.message}` : '';
  return `${error.name === 'PromiseBroken' ? error.message : (error.stack ?? error.message)}${cause}`;
}
