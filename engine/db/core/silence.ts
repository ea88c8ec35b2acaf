import pg from 'pg';
import type { ClientBase, ClientConfig } from 'pg';
import { waitsForCaller } from './copy-pause.ts';
import { limitConnecting } from './limit-connecting.ts';
import { processOf } from './process-of.ts';
import { CONNECTED_WITHIN_MS, KEEP_ALIVE } from './session.ts';
import { bytesExchanged, bytesReceived, endConnection, isBusy } from './socket-of.ts';

/** Watches connections to one server for answers that will never come. */
export interface SilenceWatch {
  /** Watches a connection, whose session is open, until it ends. */
  add(client: ClientBase): void;
}

/**
 * A network that loses packets says nothing: TCP itself gives up on what it has sent after a quarter of an hour only. So when
 * no byte has come or gone for some seconds under a statement, the server is asked over another connection what it knows of the session:
 * - nothing: the session is over, and the connection is ended, also those that are idle;
 * - that it waits for a statement, or for rows of a COPY that were all sent, twice: one of the two has lost what the other said, and
 *   the connection is ended;
 * - that it works: the statement only takes long.
 * Where nothing answers at all, what has waited for 8 s is ended, so that its caller fails within 12 s and can try again.
 *
 * @param server how a connection is made; the question needs one at a time in addition to those of the pool
 */
export function watchForSilence(server: ClientConfig): SilenceWatch {
  const watched = new Map<ClientBase, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  const look = () => {
    for (const [client, each] of watched) lookAt(client, each);
    if (isAsking || ![...watched.values()].some(({ silentLooks }) => silentLooks >= SILENT_LOOKS)) return;
    isAsking = true;
    const asked = [...watched.keys()];
    void askForSessions(server, asked).then((answer) => {
      isAsking = false;
      for (const client of asked) judge(client, watched.get(client), answer);
    });
  };

  return {
    add(client) {
      watched.set(client, { bytes: bytesExchanged(client), silentLooks: 0, doubts: 0 });
      timer ??= setInterval(look, LOOK_MS).unref();
      client.once('end', () => {
        watched.delete(client);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
  };
}

const LOOK_MS = 1_000;
/** Looks in a row without a byte after which the server is asked, at each look until an answer clears the connection or ends it. */
const SILENT_LOOKS = 4;
/** Looks in a row without a byte after which a server that answers nothing is taken as gone. */
const GONE_LOOKS = 8;
const ANSWERED_WITHIN_MS = 3_000;
/** The first one may be about an answer that is just on its way. */
const DOUBTS = 2;

interface Watched {
  /** Bytes received and sent up to the last look. */
  bytes: number;
  /** Looks in a row at which a statement was under way and nothing had arrived or been sent. */
  silentLooks: number;
  /** Answers in a row that speak against the connection. */
  doubts: number;
}

function lookAt(client: ClientBase, watched: Watched): void {
  const bytes = bytesExchanged(client);
  const isSilent = isBusy(client) && bytes === watched.bytes;
  watched.bytes = bytes;
  watched.silentLooks = isSilent ? watched.silentLooks + 1 : 0;
  if (!isSilent) watched.doubts = 0;
}

/** State of a session. receiving: it has begun with a statement, and waits for more from its client. */
type SessionState = 'working' | 'receiving' | 'idle';

/** States of the sessions by process; silent: nothing answers; full: something does, but gives no session to ask in. */
type Answer = ReadonlyMap<number, SessionState> | 'silent' | 'full';

/** @param watched undefined when the connection has ended since the question */
function judge(client: ClientBase, watched: Watched | undefined, answer: Answer): void {
  if (watched === undefined) return;
  const isSilent = watched.silentLooks >= SILENT_LOOKS;
  const state = answer === 'silent' || answer === 'full' ? answer : answer.get(processOf(client));
  if (state === undefined) {
    // A statement whose answer still arrives fails by itself.
    if (isSilent || !isBusy(client)) endConnection(client, 'the server no longer has its session');
  } else if (
    isSilent &&
    (state === 'working' || state === 'full' || (state === 'receiving' && waitsForCaller(client)))
  ) {
    watched.silentLooks = 0;
    watched.doubts = 0;
  } else if (isSilent && state !== 'silent') {
    watched.doubts += 1;
    if (watched.doubts >= DOUBTS) endConnection(client, 'what was said on it is lost');
  } else if (watched.silentLooks >= GONE_LOOKS) {
    endConnection(client, 'the server does not answer');
  }
}

async function askForSessions(server: ClientConfig, clients: readonly ClientBase[]): Promise<Answer> {
  const client = new pg.Client({
    ...server,
    ...KEEP_ALIVE,
    query_timeout: ANSWERED_WITHIN_MS,
  });
  client.on('error', () => undefined);
  limitConnecting(client, CONNECTED_WITHIN_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; state: SessionState }>(
      `select pid, case when state is distinct from 'active' then 'idle' when wait_event = 'ClientRead' then 'receiving'
                   else 'working' end as state
         from pg_stat_activity where pid = any($1::int[])`,
      [clients.map(processOf)],
    );
    return new Map(rows.map(({ pid, state }) => [pid, state]));
  } catch {
    // A server without a free connection says so, a pooler lets wait.
    return bytesReceived(client) > 0 ? 'full' : 'silent';
  } finally {
    endConnection(client, 'it has been asked');
  }
}
