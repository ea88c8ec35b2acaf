import pg from 'pg';
import type { ClientConfig, QueryResult } from 'pg';
import {
  BackendTerminatedError,
  ConnectionError,
  createDriverFactory,
  StatementCancelledError,
  StatementTimeoutError,
  UniqueIntegrityConstraintViolationError,
} from 'slonik';
import type { DriverFactory } from 'slonik';
import { limitConnecting } from './limit-connecting.ts';
import { getTypeParser } from './type-parser.ts';
import { CONNECTED_WITHIN_MS, KEEP_ALIVE, openSession } from './session.ts';
import type { SessionLimits } from './session.ts';
import { watchForSilence } from './silence.ts';
import type { SilenceWatch } from './silence.ts';

/**
 * Creates the driver by which slonik connects as the pools of pg do: settings are made after connecting, and connections are
 * watched for silence. The driver of slonik itself passes settings as parameters of the connection, which poolers refuse, and
 * waits for a silent server for a quarter of an hour.
 * @param limits of each session
 */
export function slonikDriver(limits: SessionLimits): DriverFactory {
  return createDriverFactory(async ({ driverConfiguration }) => {
    const server: ClientConfig = {
      connectionString: driverConfiguration.connectionUri,
      application_name: 'sluice',
      types: { getTypeParser },
      ...KEEP_ALIVE,
    };
    const silence = watchForSilence(server);
    await connectOnce(server);
    return {
      createPoolClient: ({ clientEventEmitter }) => {
        const tellBroken = (error: Error) => void clientEventEmitter.emit('error', asSlonikError(error));
        return Promise.resolve(createClient(server, { limits, silence, tellBroken }));
      },
    };
  });
}

interface ClientParts {
  readonly limits: SessionLimits;
  readonly silence: SilenceWatch;
  /** Has slonik remove the connection. */
  readonly tellBroken: (error: Error) => void;
}

/**
 * One connection, as slonik's pool uses it. One that cannot be made is a connection whose first statement fails: slonik tells only the
 * caller for whom it connects of a failure, and those that wait for a connection would wait on, but it serves them when one is removed.
 */
function createClient(server: ClientConfig, { limits, silence, tellBroken }: ClientParts) {
  const client = new pg.Client(server);
  let isRunning = false;
  let broken: Error | null = null;
  let unmade: Error | null = null;
  client.on('error', (error) => {
    if (isRunning) broken = error;
    else tellBroken(error);
  });
  return {
    connect: async () => {
      try {
        limitConnecting(client, CONNECTED_WITHIN_MS);
        await client.connect();
        await openSession(client, limits);
        silence.add(client);
      } catch (error) {
        unmade = error as Error;
      }
    },
    end: () => client.end(),
    query: async (statement: string, values?: unknown[]) => {
      if (unmade !== null) {
        afterRejection(tellBroken.bind(null, unmade));
        throw new ConnectionError(unmade.message, { cause: unmade });
      }
      isRunning = true;
      try {
        return answerOf(await client.query(statement, values));
      } catch (error) {
        if (broken !== null) afterRejection(tellBroken.bind(null, broken));
        throw asSlonikError(error as Error);
      } finally {
        isRunning = false;
      }
    },
    stream: () => {
      throw new Error('Streams are read over a pool of pg.');
    },
  };
}

/**
 * Slonik removes a connection that breaks, but keeps it for ever when a statement of it has not failed yet: the removal fails with the
 * statement. And it must be removed before the caller gives the connection back, else the next caller gets it.
 */
function afterRejection(work: () => void): void {
  queueMicrotask(() => queueMicrotask(work));
}

/** Makes the caller that opens a pool fail immediately when the server cannot be reached. */
async function connectOnce(server: ClientConfig): Promise<void> {
  const client = new pg.Client(server);
  limitConnecting(client, CONNECTED_WITHIN_MS);
  await client.connect();
  await client.end();
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<Awaited<ReturnType<DriverFactory>>['createClient']>>['query']>>;

function answerOf({ command, fields, rowCount, rows }: QueryResult): Answer {
  return {
    command: command as Answer['command'],
    fields: fields.map(({ dataTypeID, name }) => ({ dataTypeId: dataTypeID, name })),
    rowCount,
    rows: rows as Record<string, unknown>[],
  };
}

/** The kinds that callers tell apart; others stay errors of pg. */
function asSlonikError(error: Error): Error {
  if (error.message.startsWith('Connection terminated')) return new BackendTerminatedError(error);
  if (!(error instanceof pg.DatabaseError)) return error;
  switch (error.code) {
    case '57P01':
      return new BackendTerminatedError(error);
    case '57014':
      // Two causes have one code.
      return error.message.includes('user request')
        ? new StatementCancelledError(error)
        : new StatementTimeoutError(error);
    case '23505':
      // Its fields may be absent, which the types of slonik and pg say in two ways.
      return new UniqueIntegrityConstraintViolationError(error as Error);
    default:
      return error;
  }
}
