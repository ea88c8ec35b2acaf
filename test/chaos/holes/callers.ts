import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { requireNone } from '../failure.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { sendUpload } from '../sources/upload.ts';
import { fileOf, createExport } from '../sources/exports.ts';
import type { Api } from '../world/api.ts';
import type { Stage } from '../world/world.ts';
import { ANSWERED_WITHIN_MS, seconds } from './hole-kinds.ts';

/** Clients that call while a network swallows something. */
export interface Callers {
  /** Calls for so long, also about the jobs. @returns one line about each kind of call, and sentences about what is wrong */
  callFor(ms: number, importIds: readonly number[]): Promise<{ readonly said: string[]; readonly wrong: string[] }>;
  /** Checks that what was answered with success took effect. @throws PromiseBroken */
  requireDone(): Promise<void>;
}

/** Calls of one kind: how long they took, and how they were answered. */
interface Kept {
  readonly times: number[];
  readonly answers: Map<string, number>;
}

/** Prepares a list, a web form and an exported file that the calls are about. */
export async function createCallers(stage: Stage): Promise<Callers> {
  const { api, pool, random } = stage;
  const listId = await createEmptyList(stage);
  const form = await pool.query<{ id: number }>(
    `insert into web_forms (mailing_list_id, name, from_email, from_name, confirmation_subject, confirmation_body)
     values ($1, 'Form', 'news@example.com', 'News', 'Please confirm', '%%confirmation_url%%') returning id`,
    [listId],
  );
  const confirmation_form_id = Number(form.rows[0]?.id);
  const small = makeCsvFile(random, { rows: 40 });
  const exported = await createListFor(stage, small);
  const exportId = await createExport(stage, exported);
  const content = await fileOf(stage, exportId);
  const [emails, imports]: [string[], number[]] = [[], []];
  const newEmail = () => `p${randomUUID()}@example.com`;

  /** One call each. @returns how it was answered; the note of a success is for what is checked later */
  const works = (timed: Api, importIds: readonly number[]): Readonly<Record<string, () => Promise<string>>> => ({
    'reads of an import': async () => codeOf(await timed.call('GET', `/subscriber_imports/${importIds[0]}`)),
    'reads of the lists': async () => codeOf(await timed.call('GET', '/mailing_lists')),
    diagnoses: async () => codeOf(await timed.call('GET', `/jobs/subscriber_import/${importIds[0]}`)),
    'new subscribers': async () => {
      const email = newEmail();
      const body = { subscriber: { email } };
      const answer = await timed.call('POST', `/mailing_lists/${listId}/subscribers`, body);
      if (answer.success) emails.push(email);
      return codeOf(answer);
    },
    'subscribers who get a mail': async () => {
      const body = { subscriber: { email: newEmail() }, confirmation_form_id };
      return codeOf(await timed.call('POST', `/mailing_lists/${listId}/subscribers`, body));
    },
    'new imports': async () => {
      const subscriber_import = {
        ...THOROUGH,
        deactivate_subscribers_not_in_import: false,
        file_source: inline(small),
      };
      const path = `/mailing_lists/${listId}/subscriber_imports`;
      const answer = await timed.call('POST', path, {
        subscriber_import: { ...subscriber_import, max_deactivated: undefined },
      });
      if (answer.success) imports.push((answer.data as { id: number }).id);
      await delay(2_000);
      return codeOf(answer);
    },
    'reads of an exported file': async () => {
      const text = await timed.text(`/subscriber_exports/${exportId}/file`);
      return text === content ? 'done' : 'ANOTHER FILE';
    },
  });

  return {
    callFor: async (ms, importIds) => {
      const end = Date.now() + ms;
      const kept = new Map<string, Kept>();
      const callOn = async (kind: string) => {
        const { times, answers } = { times: [] as number[], answers: new Map<string, number>() };
        kept.set(kind, { times, answers });
        const timed = timing(api, times);
        const work = works(timed, importIds)[kind];
        while (Date.now() < end && work !== undefined) {
          const answer = await work().catch((error: unknown) => String(error).slice(0, 120));
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
          await delay(200);
        }
      };
      const uploadTimes: number[] = [];
      const upload = sendUpload([timing(api, uploadTimes)], small.content);
      await Promise.all(Object.keys(works(api, importIds)).map(callOn));
      await upload.then(
        async (id) => imports.push(await insistOnImport(stage, listId, id)),
        (error: unknown) => requireNone([`an upload was not continued: ${String(error)}`]),
      );
      kept.set('calls of an upload', { times: uploadTimes, answers: new Map([['whole', 1]]) });
      return { said: [...kept].map(lineOf), wrong: [...kept].flatMap(wrongOf) };
    },
    requireDone: async () => {
      const { rows } = await pool.query<{ email: string }>(
        'select email from subscribers where mailing_list_id = $1 and email = any ($2)',
        [listId, emails],
      );
      requireNone(rows.length === emails.length ? [] : [`${emails.length - rows.length} subscribers are not there`]);
      for (const id of imports) {
        const { state } = await api.untilEnded(id);
        requireNone(state === 'finished' ? [] : [`import ${id}, which was taken during a hole, is ${state}`]);
      }
      stage.figures.add('calls with an effect during holes', emails.length + imports.length);
    },
  };
}

async function insistOnImport(stage: Stage, listId: number, uploadId: string): Promise<number> {
  const { column_mapping, overwrite } = THOROUGH;
  return createImport(stage, listId, { type: 'upload', id: uploadId }, { column_mapping, overwrite });
}

/** An API of which each call adds its duration. */
function timing(api: Api, times: number[]): Api {
  const timed =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const began = performance.now();
      return call(...args).finally(() => times.push(performance.now() - began));
    };
  return { ...api, call: timed(api.call), send: timed(api.send), text: timed(api.text) };
}

function codeOf({
  success,
  error_code,
  error_message,
}: {
  success: boolean;
  error_code: string | null;
  error_message: string | null;
}) {
  return success ? 'done' : `${error_code}: ${(error_message ?? '').slice(0, 90)}`;
}

function lineOf([kind, { times, answers }]: [string, Kept]): string {
  const answered = [...answers].map(([answer, count]) => `${count} ${answer}`).join('; ');
  return `${kind}: ${times.length}, the slowest ${seconds(Math.max(0, ...times))} (${answered})`;
}

function wrongOf([kind, { times, answers }]: [string, Kept]): string[] {
  const slowest = Math.max(0, ...times);
  return [
    ...(slowest <= ANSWERED_WITHIN_MS ? [] : [`one of the ${kind} was answered after ${seconds(slowest)}`]),
    ...(answers.has('ANOTHER FILE') ? [`one of the ${kind} was of another file`] : []),
  ];
}
