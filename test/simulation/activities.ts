import { MAX_PARTITIONS } from '../../engine/activities/subscriber-import/scan-import-source.ts';
import { untilNextTry } from '../../engine/activities/subscriber-import/take-turn.ts';
import { isItsTurn } from '../../engine/db/imports/turns.ts';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { isSmallImport } from '../../engine/domain/import-size.ts';
import { QUEUED_FAILURE } from '../../engine/jobs/job-facts.ts';
import type { Random } from '../chaos/random.ts';
import type { Clock } from './clock.ts';
import type { Costs, RowCost } from './costs.ts';
import { commit, mergedRows, tasksOf } from './imports.ts';
import type { ImportRow } from './imports.ts';
import { all, wait } from './process.ts';
import type { Process } from './process.ts';
import type { Processors } from './processors.ts';
import { ActivityFault } from './tasks.ts';
import type { Perform, Place } from './worker.ts';

/** Dependencies of the fake activities. */
export interface ActivityWorld {
  readonly clock: Clock;
  readonly random: Random;
  readonly costs: Costs;
  readonly postgres: Processors;
  /** By id. */
  readonly imports: ReadonlyMap<number, ImportRow>;
  readonly settings: ImportSettings;
  /** Probability with which a transaction fails, as by a lost connection; from 0 to 1. */
  readonly failuresPerTransaction: number;
}

/** The settings of the service that shape an import. */
export interface ImportSettings {
  readonly rangeBytes: number;
  readonly chunkRows: number;
  readonly importsPerOrganization: number;
  readonly downloadsPerOrganization: number;
}

/** The activities of an import: the ledger and the time of the real ones, without any rows. */
export function createActivities(world: ActivityWorld): Perform {
  const { clock, random, costs, postgres, settings } = world;

  /** A short transaction. */
  function* bookkeeping(place: Place): Process {
    yield* place.onMainThread(costs.bookkeeping.workerSeconds);
    yield* postgres.use(costs.bookkeeping.postgresSeconds, 'calls');
    yield* wait(clock, costs.statementSeconds + costs.commitSeconds);
  }
  /** The time of one transaction on rows; parsing threads and Postgres work at the same time. */
  function* work(place: Place, cost: RowCost, rows: number): Process {
    const factor = spread(random, cost.spread);
    const worker = place.processors.use(cost.workerSeconds * rows * factor);
    yield* all([worker, postgres.use(cost.postgresSeconds * rows * factor)]);
  }
  function* committed(): Process {
    if (random.chance(world.failuresPerTransaction)) throw new ActivityFault('ConnectionLost');
    yield* wait(clock, costs.commitSeconds);
  }

  const activities: Readonly<Record<string, (row: ImportRow, place: Place, number: number) => Process<unknown>>> = {
    *takeTurn(row, place) {
      yield* bookkeeping(place);
      const { isSmall } = row;
      if (row.turn === 'has') return { isSmall };
      row.turn = 'waits';
      const others = [...world.imports.values()].filter(
        (other) => other.organizationId === row.organizationId && other !== row && other.endedAt === null,
      );
      const holders = others.filter(({ turn }) => turn === 'has');
      const ahead = others.filter((other) => other.turn === 'waits' && placeOf(other) < placeOf(row));
      const small = (imports: readonly ImportRow[]) => imports.filter((other) => other.isSmall).length;
      const count = {
        ...{ imports: holders.length, downloads: 0, smallImports: small(holders) },
        ...{ importsAhead: ahead.length, downloadsAhead: 0, smallAhead: small(ahead) },
      };
      const limits = { imports: settings.importsPerOrganization, downloads: settings.downloadsPerOrganization };
      if (!isItsTurn(count, limits, { downloads: false, isSmall })) {
        throw new ActivityFault(QUEUED_FAILURE, untilNextTry(ahead.length) / 1000);
      }
      row.turn = 'has';
      return { isSmall };
    },

    *scanSource(row, place) {
      const scan = () => work(place, costs.scan, row.rows);
      yield* isSmallImport({ records: null, bytes: row.bytes }) ? scan() : place.scanThread.hold(scan);
      const partitions = Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(row.rows / settings.chunkRows)));
      yield* postgres.use(costs.postgresSecondsPerPartition * partitions);
      yield* committed();
      row.ranges ??= tasksOf(row.rows, Math.max(1, Math.ceil(row.bytes / settings.rangeBytes)));
      if (row.chunks.length === 0) row.chunks = tasksOf(row.rows, partitions);
      const isSmall = isSmallImport({ records: row.rows, bytes: null });
      const { ranges, chunks } = row;
      return {
        records: row.rows,
        ranges: ranges.length,
        chunks: chunks.length,
        limited: false,
        settles: false,
        isSmall,
      };
    },

    *stageRange(row, place, number) {
      const range = row.ranges![number]!;
      return yield* range.lock.hold(function* () {
        if (range.done < range.rows) {
          yield* wait(clock, STATEMENTS * costs.statementSeconds);
          const parse = () => work(place, costs.stage, range.rows);
          yield* row.isInline ? parse() : place.parsingThreads.hold(parse, { goesFirst: row.isSmall });
          yield* committed();
          commit(range, 0, range.rows);
        }
        return { failed: 0 };
      });
    },

    *mergeChunk(row, place, number) {
      const chunk = row.chunks[number]!;
      while (chunk.done < chunk.rows) yield* chunk.lock.hold(() => mergeSlice(row, place, number));
      return { counters: { [row.kind === 'new' ? 'added' : 'updated']: chunk.rows }, unchanged: 0 };
    },

    *importAtOnce(row, place) {
      const scan = yield* activities.scanSource!(row, place, 0);
      if (row.ranges!.length !== 1 || row.chunks.length !== 1) return { scan, range: null, chunk: null };
      yield* place.onMainThread(costs.inline.workerSeconds);
      yield* postgres.use(costs.inline.postgresSeconds, 'calls');
      const range = yield* activities.stageRange!(row, place, 0);
      return { scan, range, chunk: yield* activities.mergeChunk!(row, place, 0) };
    },

    *balanceImport(row, place) {
      yield* bookkeeping(place);
      return { records: row.rows, outcomes: mergedRows(row) };
    },

    *cleanUpImport(row, place) {
      yield* bookkeeping(place);
      yield* postgres.use(costs.postgresSecondsPerPartition * row.chunks.length);
    },
  };

  function* mergeSlice(row: ImportRow, place: Place, number: number): Process {
    const chunk = row.chunks[number]!;
    const from = chunk.done;
    if (from === chunk.rows) return;
    yield* wait(clock, STATEMENTS * costs.statementSeconds);
    const goesWithSmall = row.isInline || isSmallImport({ records: row.rows, bytes: null });
    function* merge(): Process<number> {
      const began = clock.now();
      const sliceSize = place.sliceSizeOf(row.id);
      const rows = sliceSize.next(chunk.rows - from);
      yield* work(place, costs.merge[row.kind], rows);
      sliceSize.took(rows, (clock.now() - began) * 1000);
      return rows;
    }
    const rows = yield* goesWithSmall ? merge() : place.mergeLimit.hold(merge);
    // The counts of the list are locked until the commit.
    yield* row.list.hold(committed);
    commit(chunk, from, rows);
  }

  /** The activities of a group of tasks, one after the other. */
  const ofGroups: Readonly<Record<string, string>> = { stageRanges: 'stageRange', mergeChunks: 'mergeChunk' };

  return function* (type, input, place) {
    const {
      importId,
      number = 0,
      numbers = [number],
      state,
    } = input as { importId: number; number?: number; numbers?: readonly number[]; state?: string };
    const row = world.imports.get(importId)!;
    if (type === 'recordImportState') {
      yield* bookkeeping(place);
      row.state = state ?? '';
      if (row.endedAt === null && hasEnded(row.state)) {
        row.endedAt = clock.now();
        row.onEnd();
      }
      return undefined;
    }
    const single = ofGroups[type];
    const activity = activities[single ?? type];
    if (activity === undefined) throw new Error(`The simulation has no activity ${type}.`);
    const results: unknown[] = [];
    for (const each of numbers) results.push(yield* activity(row, place, each));
    return single === undefined ? results[0] : results;
  };
}

/** Round trips of a transaction, next to its large statements and the commit. */
const STATEMENTS = 12;

/** By what imports that wait for a turn are ordered, as in engine/db/imports/turns.ts. */
function placeOf({ createdAt, isSmall, id }: ImportRow): number {
  return createdAt + (isSmall ? 0 : EXTENSION_BOUNDS.largeSlotWait.max / 1000) + id * 1e-9;
}

/** A factor with the mean 1 and a log-normal distribution. */
function spread(random: Random, sigma: number): number {
  const uniform = () => random.int(1, 2 ** 30) / 2 ** 30;
  const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Math.exp(sigma * normal - (sigma * sigma) / 2);
}
