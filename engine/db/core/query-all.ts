import type { ClientBase, QueryResult } from 'pg';

/** Runs statements as one message. @returns one answer for each statement */
export async function queryAll(client: ClientBase, statements: string): Promise<readonly QueryResult[]> {
  const answers = (await client.query(statements)) as QueryResult | QueryResult[];
  return Array.isArray(answers) ? answers : [answers];
}
