import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

/** A part of the history of a run that a workflow of this process has in memory. */
export interface SeenHistory {
  readonly workflowId: string;
  readonly runId: string;
  /** Number of its events. */
  readonly length: number;
  /** Unix milliseconds; the last of the events is not later. */
  readonly at: number;
}

/** A record of how much of their histories the workflows of this process have in memory. */
export interface SeenHistories {
  /** Called before a worker takes workflows, which has none in memory. */
  begin(): void;
  note(seen: SeenHistory): void;
  /**
   * Whether Temporal lacks events that were seen, because it was put back to an earlier time. After that nothing is noted until another
   * worker begins. @throws Error when Temporal does not answer
   */
  areLacking(client: Client): Promise<boolean>;
}

/**
 * Remembers what was seen since the last comparison with Temporal, and the newest of what Temporal had then: a copy that is older than
 * anything seen lacks one of these. Any other memory of this process is older, so a Temporal that has these has it, too.
 * @param now milliseconds of a clock that is never set
 */
export function createSeenHistories(now = () => performance.now()): SeenHistories {
  /** By run, in the order in which they were noted. */
  const notes = new Map<string, Note>();
  let isBack = false;
  return {
    begin: () => {
      notes.clear();
      isBack = false;
    },
    note: (seen) => {
      if (isBack) return;
      notes.delete(seen.runId);
      notes.set(seen.runId, { ...seen, notedAt: now() });
      const [oldest] = notes.keys();
      if (notes.size > MAX_NOTES && oldest !== undefined) notes.delete(oldest);
    },
    areLacking: async (client) => {
      const seen = [...notes.values()];
      const lacking = await lackingOf(client, witnessesOf(seen), now());
      if (lacking.length > 0) {
        // A task that a worker completes at this moment may not be in the history yet.
        await delay(AGAIN_MS);
        if ((await lackingOf(client, lacking, now())).length > 0) {
          isBack = true;
          notes.clear();
          return true;
        }
      }
      for (const note of seen.slice(0, -1)) if (notes.get(note.runId) === note) notes.delete(note.runId);
      return false;
    },
  };
}

interface Note extends SeenHistory {
  readonly notedAt: number;
}

const MAX_NOTES = 512;
const WITNESSES_OF_AN_END = 4;
const AGAIN_MS = 1_000;
/** Shorter than the shortest time for which a namespace retains the history of a workflow that has ended. */
const RETAINED_MS = 3_600_000;
/** More than the events that are added to a history between two comparisons; it is not read further back. */
const LAST_EVENTS = 16;

/** The first ones, which Temporal lacks when it was put back early since the last comparison, and the last ones. */
function witnessesOf(notes: readonly Note[]): readonly Note[] {
  if (notes.length <= 2 * WITNESSES_OF_AN_END) return notes;
  return [...notes.slice(0, WITNESSES_OF_AN_END), ...notes.slice(-WITNESSES_OF_AN_END)];
}

async function lackingOf(client: Client, notes: readonly Note[], now: number): Promise<readonly Note[]> {
  const lacks = await Promise.all(notes.map((note) => isLacking(client, note, now)));
  return notes.filter((_, nth) => lacks[nth]);
}

async function isLacking(client: Client, { length, at, notedAt, ...run }: Note, now: number): Promise<boolean> {
  const events = await readLastEvents(client, run);
  if (events === null) return now - notedAt < RETAINED_MS;
  const [last] = events;
  const same = events.find(({ id }) => id === length);
  // One that is later than what was seen has taken its place since.
  return (last !== undefined && last.id < length) || (same !== undefined && same.at > at);
}

interface HistoryEvent {
  readonly id: number;
  readonly at: number;
}

/** Reads the last events of a run, the last one first; null when Temporal does not know the run. */
async function readLastEvents(
  client: Client,
  execution: Pick<SeenHistory, 'workflowId' | 'runId'>,
): Promise<readonly HistoryEvent[] | null> {
  try {
    const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution,
      maximumPageSize: LAST_EVENTS,
    });
    return (history?.events ?? []).map(({ eventId, eventTime }) => ({
      id: Number(eventId),
      at: Number(eventTime?.seconds) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1e6),
    }));
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  }
}

/** A gRPC status code. */
const NOT_FOUND = 5;
