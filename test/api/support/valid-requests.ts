import { API_PREFIX } from '../../../api/http/prefix.ts';
import { createRecords } from '../../contract/bad-input/records.ts';
import { cookieOf, PASSWORD, sessionsOf } from '../sessions/support.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { signOnsOf } from '../single-sign-on/support.ts';
import { finishExport } from '../subscriber-exports/support.ts';
import type { TestApi } from './build.ts';
import type { ApiDocument, Described } from './check-answers.ts';
import { addFailedRows, addList, addUndo, setImport, SMALLEST } from './import-rows.ts';

/** A request that the API accepts, below its prefix. */
export interface ValidRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/**
 * Makes a request for every operation of the document, and one for a page of each list. Each operation that changes something is called
 * by a system administrator of a new organization, all others by one of the same; those of sessions by a user, also one who has an account of the
 * provider.
 */
export async function* validRequests(
  api: TestApi,
  document: ApiDocument,
  provider: TestProvider,
): AsyncGenerator<ValidRequest> {
  const read = await createOrganization(api);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const organization = method === 'get' ? read : await createOrganization(api);
      const made = { method: method.toUpperCase(), path, operation };
      const request = path.startsWith('/session')
        ? await requestOfUser(api, organization, made)
        : operation.operationId === 'continueSingleSignOn'
          ? await requestOfProvider(api, organization, made, provider)
          : requestOf(organization, made);
      yield request;
      // Some lists are whole without it.
      const isPaged = operation.parameters.some(({ name }) => name === 'page');
      if (isPaged) yield { ...request, path: `${request.path}?page=0` };
    }
  }
}

type Values = Readonly<Record<string, string | number>>;

/** The records of an organization. */
interface Organization {
  readonly key: string;
  /** Values of the places of a path, by the segment before them. */
  readonly places: Values;
  /** Records that single operations need instead. */
  readonly others: Values;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
}

/** Operations whose last place names another record than the segment before it says. */
const OTHERS: Readonly<Record<string, string>> = {
  updateCustomField: 'field',
  deleteCustomField: 'field',
  startSubscriberImport: 'dryRun',
  undoSubscriberImport: 'undoable',
  getImportUndoLog: 'undoLog',
  downloadSubscriberExport: 'finishedExport',
  getMailingListDeletion: 'deletedList',
  listMailingListDeletionActivity: 'deletedList',
  pauseMailingListDeletion: 'deletedList',
  unpauseMailingListDeletion: 'deletedList',
};

/** Bodies that name records of the organization; all others are the examples of the document. */
const BODIES: Readonly<Record<string, (records: Values) => unknown>> = {
  createMailingList: () => ({ mailing_list: { name: 'More news' } }),
  createGlobalCustomField: () => ({ custom_field: { name: 'Country', field_type: 'text' } }),
  createCustomField: () => ({ custom_field: { name: 'Country', field_type: 'text' } }),
  triggerAutoresponders: () => ({ autoresponder_names: ['*'] }),
  unsubscribeSubscriber: ({ token }) => ({ token }),
  updateForgottenPassword: ({ resetCode }) => ({ code: resetCode, password1: PASSWORD, password2: PASSWORD }),
};

function requestOf({ key, places, others }: Organization, { method, path, operation }: Operation): ValidRequest {
  const { operationId, parameters, requestBody } = operation;
  const [type = 'application/json', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = BODIES[operationId]?.({ ...places, ...others }) ?? (content?.example as unknown) ?? {};
  const headers = parameters.filter((each) => each.in === 'header' && each.example !== undefined);
  const toCorrect: Values = { ...places, subscriber_imports: others['failedImport'] ?? 0 };
  const known = path.includes('/corrections') ? toCorrect : places;
  return {
    operationId,
    method,
    path: path
      .split('/')
      .map((segment, at, segments) => {
        if (!segment.startsWith('{')) return segment;
        const isLast = !segments.slice(at + 1).some((later) => later.startsWith('{'));
        const value = (isLast ? others[OTHERS[operationId] ?? ''] : undefined) ?? known[segments[at - 1] ?? ''];
        if (value === undefined) throw new Error(`${method} ${path}: no record is known for ${segment}.`);
        return encodeURIComponent(value);
      })
      .join('/'),
    headers: {
      authorization: `Basic ${key}`,
      ...Object.fromEntries(headers.map(({ name, example }) => [name.toLowerCase(), String(example)])),
      ...(requestBody !== undefined && { 'content-type': type }),
    },
    body: requestBody === undefined ? undefined : type === 'application/json' ? JSON.stringify(body) : 'a',
  };
}

/** The request of a user: to begin a session with the password, or in a session of which there is another one. */
async function requestOfUser(api: TestApi, organization: Organization, made: Operation): Promise<ValidRequest> {
  const { person, signIn, call } = sessionsOf(() => api);
  const { operationId } = made.operation;
  const { email, cookie } = await person(
    {
      email: `${operationId}@example.com`,
      terms_and_conditions_version: api.config.terms?.version,
      ...(operationId === 'updateOwnEmail' && { role: 'organization_admin' }),
    },
    organization.key,
  );
  const other = cookieOf(await signIn(email));
  const sessions = (await call('GET', '/session', other)).data['session_id'] as number;
  const request = requestOf({ ...organization, places: { ...organization.places, sessions } }, made);
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'authorization');
  const own: Record<string, string> =
    operationId === 'createSession'
      ? { authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}` }
      : { cookie, 'sluice-session': 'true' };
  return { ...request, headers: { ...Object.fromEntries(headers), ...own } };
}

/** The request of a user who comes back from the provider. */
async function requestOfProvider(
  api: TestApi,
  organization: Organization,
  made: Operation,
  provider: TestProvider,
): Promise<ValidRequest> {
  const { email } = await sessionsOf(() => api).person({}, organization.key);
  provider.accounts['valid'] = { email, email_verified: true };
  const { start } = signOnsOf(
    () => api,
    () => provider,
  );
  const { url, cookie } = await start();
  const query = await provider.signIn(url, 'valid');
  const request = requestOf(organization, made);
  return { ...request, headers: { ...request.headers, cookie }, body: JSON.stringify({ query }) };
}

/** Adds an organization with a record of every kind, each in a state that its operations accept. */
async function createOrganization(api: TestApi): Promise<Organization> {
  const { id } = await api.addOrganization();
  const key = await api.addKey(id, 'system_admin');
  const records = await createRecords(api, { id, key });
  const add = async (path: string, body: object): Promise<number> => {
    const { success, data, error_message } = await api.call<{ id: number }>('POST', path, body, key);
    if (!success) throw new Error(`POST ${path}: ${error_message}`);
    return data.id;
  };
  const insert = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await api.database.pool.query<{ id: number }>(statement, [...values]);
    return Number(rows[0]?.id);
  };

  const imports = `/mailing_lists/${records.list}/subscriber_imports`;
  const dryRun = await add(imports, { subscriber_import: { ...SMALLEST, dry_run: true } });
  await setImport(api, dryRun, { state: 'finished', finished_at: new Date().toISOString() });
  for (const kind of ['added', 'failed']) {
    await insert(`insert into import_logs values ($1, $2, 0, 1, 'ann@example.com,x')`, [records.import, kind]);
  }
  const failedImport = await add(imports, { subscriber_import: SMALLEST });
  await addFailedRows(api, failedImport);
  const correction = { cells: { email: 'cid@example.com' }, version: 0 };
  await api.call('PUT', `/subscriber_imports/${failedImport}/corrections/rows/2`, { correction }, key);
  const exports = `/mailing_lists/${records.list}/subscriber_exports`;
  const finishedExport = await add(exports, { subscriber_export: {} });
  await finishExport(api, finishedExport, ['email\n']);
  const suppression = await add('/suppressed_address_imports', {
    suppressed_address_import: { file_source: { type: 'json', content: 'email\nann@example.com\n' } },
  });
  await add('/suppressed_addresses', { suppressed_address: { email: 'sup@example.com' } });
  await insert(`insert into suppressed_address_logs values ($1, 'added', 0, 0, 1, 0, 'ann@example.com', 15)`, [
    suppression,
  ]);
  const endpoint = await add('/webhook_endpoints', { webhook_endpoint: { url: 'https://hooks.example.com/' } });
  const resetCode = `code${id}`;
  await api.database.pool.query(
    `insert into password_resets (code_hash, user_id, expires_at) values (sha256($1), $2, now() + interval '1 hour')`,
    [Buffer.from(resetCode), records.user],
  );
  const others = { resetCode, dryRun, failedImport, finishedExport };
  const { undoable, undo } = await addUndo(api, records.list, key);
  const ruleSet = await add('/column_rule_sets', {
    column_rule_set: { name: 'Fair', columns: { status: { values: { Ja: 'active' } } } },
  });
  return {
    key,
    places: {
      ...{ mailing_lists: records.list, organizations: id, organization: id, subscribers: records.subscriber },
      ...{ segments: records.segment, templates: records.template, seed_lists: records.seedList },
      ...{ custom_fields: records.globalField, users: records.user, api_keys: records.apiKey },
      ...{ subscribers_by_email: records.email, confirmed: records.code },
      ...{ subscriber_imports: records.import, logs: 'added', jobs: 'subscriber_import' },
      '{job_kind}': records.import,
      subscriber_exports: await add(exports, { subscriber_export: {} }),
      ...{ column_rule_sets: ruleSet, webhook_endpoints: endpoint },
      attempts: await insert(NEW_ATTEMPT, [endpoint, id]),
      ...{ suppressed_address_imports: suppression, import_undos: undo },
      suppressed_addresses: 'sup@example.com',
      uploads: await beginUpload(api, key),
      rows: '1',
    },
    others: { ...records, ...others, undoable, undoLog: 'removed', deletedList: await deleteList(api, key) },
  };
}

const NEW_ATTEMPT = `
  with event as (
    insert into webhook_events (organization_id, type, job_kind, job_id, data)
    values ($2, 'job.failed', 'kind', 5, '{"job_type": "SubscriberImport"}') returning id
  ), delivery as (
    insert into webhook_deliveries (endpoint_id, event_id, state) select $1, id, 'delivered' from event returning event_id)
  insert into webhook_attempts (endpoint_id, event_id, at, duration_ms, status)
  select $1, event_id, now(), 12, 200 from delivery returning id`;

/** @returns the id of an upload of one byte, which has not arrived */
async function beginUpload(api: TestApi, key: string): Promise<string> {
  const headers = { authorization: `Basic ${key}`, 'tus-resumable': '1.0.0', 'upload-length': '1' };
  const { headers: answered } = await api.inject({ method: 'POST', url: `${API_PREFIX}/uploads`, headers });
  return String(answered.location).split('/').at(-1) ?? '';
}

/** @returns the id of a mailing list whose deletion has begun */
async function deleteList(api: TestApi, key: string): Promise<number> {
  const id = await addList(api, {}, key);
  const { data } = await api.call('GET', `/mailing_lists/${id}/delete_confirmation_code`, undefined, key);
  await api.call('DELETE', `/mailing_lists/${id}/confirmed/${String(data.delete_confirmation_code)}`, undefined, key);
  return id;
}
