import { BOUNDS } from '../../engine/domain/bounds.ts';
import { CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';

const ID = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 };

const TEXT = { type: 'string', maxLength: BOUNDS.pathText.max };

/** Schemas and descriptions of the parameters of paths, by name. */
const PARAMETERS: Readonly<Record<string, { schema: object; description: string }>> = {
  id: { schema: ID, description: 'The id of the record.' },
  field: { schema: ID, description: 'The id of the custom field.' },
  name: { schema: TEXT, description: 'The id or the email address of a subscriber.' },
  email: { schema: TEXT, description: 'An email address.' },
  attempt_id: { schema: ID, description: 'The id of the attempt.' },
  code: { schema: TEXT, description: 'The confirmation code.' },
  job_kind: {
    schema: { type: 'string', enum: CLIENT_JOB_KINDS.map(({ name }) => name) },
    description: 'The kind of the job.',
  },
  kind: { schema: { type: 'string', enum: COUNTERS }, description: 'The kind of log.' },
};

/** The parameters that a path in the framework's notation has. */
export function pathParametersOf(path: string): Record<string, unknown>[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const parameter = PARAMETERS[name];
    if (parameter === undefined) throw new Error(`The place ${name} of the path ${path} is not described.`);
    return { name, in: 'path', required: true, ...parameter };
  });
}
