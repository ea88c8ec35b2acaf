import { requireSame } from '../checks/undisturbed.ts';
import type { Outcome } from '../checks/outcome.ts';
import { untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import type { WebServer } from '../world/web-server.ts';
import { slowly, startWebServer } from '../world/web-server.ts';
import type { World } from '../world/world.ts';
import type { CsvFile } from './csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from './list.ts';

/** An import that is to be disturbed, and must end as if it had not been. */
export interface Subject {
  readonly file: CsvFile;
  readonly listId: number;
  readonly importId: number;
}

/** Makes imports of one file. */
export interface Subjects {
  /** Starts an import that will come by the place. */
  create(place: Place): Promise<Subject>;
  /** Starts one for each place, and waits until each is there, or over. @returns their ids */
  createAt(places: readonly Place[]): Promise<readonly number[]>;
  /** Waits for the end of all that were created. @throws PromiseBroken unless each ends as the undisturbed one */
  requireSame(expected: Outcome): Promise<void>;
  close(): Promise<void>;
}

/** Creates none yet, and a web server for those that are to be downloaded, which rests so long between pieces of the file. */
export async function createSubjects(
  world: World,
  file: CsvFile,
  { restMs = 60 }: { restMs?: number } = {},
): Promise<Subjects> {
  const created: Subject[] = [];
  const server: WebServer = await startWebServer(slowly(file.content, 8, restMs));
  const url = { type: 'url', url: server.url };
  const create: Subjects['create'] = async (place) => {
    const listId = await createListFor(world, file);
    const begins_at = new Date(Date.now() + (place === 'scheduled' ? SCHEDULED_MS : 0)).toISOString();
    const source = place === 'downloading' ? url : inline(file);
    const importId = await createImport(world, listId, source, { ...THOROUGH, begins_at });
    if (place === 'paused') await world.api.insist(importId, 'pause');
    const subject = { file, listId, importId };
    created.push(subject);
    return subject;
  };
  return {
    create,
    createAt: (places) =>
      Promise.all(
        places.map(async (place) => {
          const { importId } = await create(place);
          await untilAt(world.pool, importId, place);
          return importId;
        }),
      ),
    requireSame: async (expected) => {
      for (const subject of created) await requireSame(world, expected, subject);
    },
    close: () => server.close(),
  };
}

const SCHEDULED_MS = 1_500;
