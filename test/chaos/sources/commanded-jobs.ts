import type { Random } from '../random.ts';
import type { Stage } from '../world/world.ts';
import { makeCsvFile } from './csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from './list.ts';
import { createSuppression } from './suppressions.ts';

/** A job under a storm of commands: where the API and Temporal know it, and the commands that it takes. */
export interface CommandedJob {
  /** The path of the job itself, below which its clients' commands are. */
  readonly path: string;
  /** The path of the operators' actions. */
  readonly operatorPath: string;
  readonly workflowId: string;
  readonly commands: readonly string[];
}

const IN_AN_HOUR_MS = 3_600_000;

const IMPORT_COMMANDS = [...Array.from({ length: 4 }, () => ['pause', 'unpause']).flat(), 'cancel'];
const EXPORT_COMMANDS = [...Array.from({ length: 3 }, () => ['pause', 'unpause']).flat(), 'cancel'];

/** Creates jobs of every kind but webhook endpoints, small and large, each on a list of its own where it has one. */
export async function createCommandedJobs(stage: Stage, random: Random): Promise<CommandedJob[]> {
  const { api } = stage;
  const [small, large] = [makeCsvFile(random, { rows: 40 }), makeCsvFile(random, { rows: 1_500 })];
  const begins_at = new Date(Date.now() + IN_AN_HOUR_MS).toISOString();
  const importOf = async (file: typeof small, settings: object): Promise<CommandedJob> => {
    const id = await createImport(stage, await createListFor(stage, file), inline(file), settings);
    return {
      path: `/subscriber_imports/${id}`,
      operatorPath: `/jobs/subscriber_import/${id}`,
      workflowId: `subscriber-import/${id}`,
      commands: IMPORT_COMMANDS,
    };
  };
  const exported = await createListFor(stage, large);
  const created = await api.demand('POST', `/mailing_lists/${exported}/subscriber_exports`, { subscriber_export: {} });
  const deleted = await createListFor(stage, large);
  const { delete_confirmation_code: code } = await api.demand(
    'GET',
    `/mailing_lists/${deleted}/delete_confirmation_code`,
  );
  await api.demand('DELETE', `/mailing_lists/${deleted}/confirmed/${code}`);
  const suppressionOf = async (file: typeof small): Promise<CommandedJob> => {
    const { id } = await createSuppression(stage, file);
    return {
      path: `/suppressed_address_imports/${id}`,
      operatorPath: `/jobs/suppressed_address_import/${id}`,
      workflowId: `suppressed-address-import/${id}`,
      commands: IMPORT_COMMANDS,
    };
  };
  return [
    // Two of them: nothing but the commands happens to it.
    await importOf(small, { ...THOROUGH, begins_at }),
    await importOf(small, { column_mapping: THOROUGH.column_mapping, begins_at }),
    await importOf(large, THOROUGH),
    await importOf(large, { ...THOROUGH, dry_run: true }),
    ...(await Promise.all([1, 2, 3].map(() => importOf(small, { column_mapping: THOROUGH.column_mapping })))),
    {
      path: `/subscriber_exports/${created.id}`,
      operatorPath: `/jobs/subscriber_export/${created.id}`,
      workflowId: `subscriber-export/${created.id}`,
      commands: EXPORT_COMMANDS,
    },
    {
      path: `/mailing_lists/${deleted}/deletion`,
      operatorPath: `/jobs/list_deletion/${deleted}`,
      workflowId: `list-deletion/${deleted}`,
      commands: ['pause', 'unpause'],
    },
    // As many as run at a time: another one would wait for their end.
    await suppressionOf(small),
    await suppressionOf(large),
  ];
}
