import { randomUUID } from 'node:crypto';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { runSluice } from '../../support/sluice.ts';
import { COLUMN_MAPPING, makeCsvFile } from '../sources/csv-file.ts';
import { createExport, fileOf } from '../sources/exports.ts';
import { createEmptyList, createImport, inline } from '../sources/list.ts';
import { sendUpload } from '../sources/upload.ts';
import type { Answer } from '../world/api.ts';
import type { Stage } from '../world/world.ts';

/**
 * Checks everything that expires: sets its end to half a minute from now, then to a second ago, by the clock of the database.
 * @returns sentences about what was refused before its end, or taken after it
 */
export async function wrongLimits(stage: Stage): Promise<string[]> {
  const listId = await createEmptyList(stage);
  const found: string[] = [];
  for (const { what, isTaken } of await limitsOf(stage, listId)) {
    if (!(await isTaken('30 seconds'))) found.push(`${what} is refused half a minute before its end`);
    if (await isTaken('-1 second')) found.push(`${what} is taken after its end`);
  }
  stage.figures.add('limits of time at their ends', 2 * 5);
  return found;
}

interface Limit {
  readonly what: string;
  /** Makes one that ends in that time. @returns whether it is taken now */
  readonly isTaken: (endsIn: string) => Promise<boolean>;
}

async function limitsOf(stage: Stage, listId: number): Promise<readonly Limit[]> {
  const { api, pool } = stage;
  const file = makeCsvFile(stage.random, { rows: 20 });
  const exportId = await createExport(stage, listId);
  await fileOf(stage, exportId);
  return [
    {
      what: 'a link to the console',
      isTaken: async (endsIn) => {
        const { stdout } = await runSluice(['console'], configEnvironment(stage.config));
        await pool.query(`update console_links set expires_at = now() + $1::interval`, [endsIn]);
        const headers = { 'sluice-console-code': /#code=([\w-]+)/.exec(stdout)?.[1] ?? '' };
        const response = await fetch(`${originOf(stage)}/console/sign-in`, { method: 'POST', headers });
        return ((await response.json()) as Answer).success;
      },
    },
    {
      what: 'the code that confirms the deletion of a list',
      isTaken: async (endsIn) => {
        const path = `/mailing_lists/${await createEmptyList(stage)}`;
        const { delete_confirmation_code: code } = await api.demand('GET', `${path}/delete_confirmation_code`);
        await pool.query(`update list_deletion_codes set expires_at = now() + $1::interval`, [endsIn]);
        return (await api.call('DELETE', `${path}/confirmed/${code}`)).success;
      },
    },
    {
      what: 'a key that keeps calls from being done twice',
      isTaken: async (endsIn) => {
        const subscriber_import = { column_mapping: COLUMN_MAPPING, file_source: inline(file) };
        const create = async (key: string) => {
          const path = `/mailing_lists/${listId}/subscriber_imports`;
          const { data } = await api.call('POST', path, { subscriber_import }, { 'idempotency-key': key });
          return (data as { id: number }).id;
        };
        const key = randomUUID();
        const first = await create(key);
        await pool.query(
          `update idempotency_keys set created_at = now() - interval '24 hours' + $2::interval where key = $1`,
          [key, endsIn],
        );
        const second = await create(key);
        for (const id of [first, second]) await api.untilEnded(id);
        return first === second;
      },
    },
    {
      what: 'the file of an export',
      isTaken: async (endsIn) => {
        await pool.query(
          `update subscriber_exports
              set finished_at = now() - make_interval(secs => file_retention_ms / 1000.0) + $2::interval where id = $1`,
          [exportId, endsIn],
        );
        return api.text(`/subscriber_exports/${exportId}/file`).then(
          () => true,
          () => false,
        );
      },
    },
    {
      what: 'an upload',
      isTaken: async (endsIn) => {
        const id = await sendUpload([api], file.content);
        await pool.query(`update uploads set created_at = now() - interval '24 hours' + $2::interval where id = $1`, [
          id,
          endsIn,
        ]);
        const settings = { column_mapping: COLUMN_MAPPING };
        const importId = await createImport(stage, listId, { type: 'upload', id }, settings).catch(() => null);
        if (importId !== null) await api.untilEnded(importId);
        return importId !== null;
      },
    },
  ];
}

function originOf({ config }: Stage): string {
  return `http://127.0.0.1:${config.port}`;
}
