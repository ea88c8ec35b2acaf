import { Command, InvalidArgumentError } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { components, operations } from '../../../client/index.ts';
import { EVENT_TYPES } from '../../domain/webhooks.ts';
import type { EventType } from '../../domain/webhooks.ts';
import { withApiClient } from '../api-client.ts';
import { WrongUsage, wholeNumberArgument } from '../arguments.ts';
import { printLines } from '../print-records.ts';

type Endpoint = components['schemas']['WebhookEndpoint'];
type Attempt = components['schemas']['WebhookAttempt'];
type Body = operations['updateWebhookEndpoint']['requestBody']['content']['application/json'];

interface Json {
  readonly json?: true;
}

interface Changes extends Json {
  readonly url?: string;
  readonly events?: readonly EventType[];
  readonly description?: string;
  readonly enable?: true;
  readonly disable?: true;
}

/** `sluice webhooks [command]`: the webhook endpoints of the organization and their attempts, through the API. */
export function webhooks(): Command {
  const verb = new Command('webhooks').description(
    'list, create, change and delete webhook endpoints through the API, read their attempts and deliver events again',
  );
  const command = (usage: string, description: string) => {
    const [name = '', ...names] = usage.split(' ');
    const added = verb.command(name, { isDefault: name === 'list' }).description(description);
    for (const each of names) {
      if (each === '<url>') added.argument(each, 'where events are posted: https://…');
      else added.argument(each, `the id of the ${each.slice(1, -1)}`, wholeNumberArgument(1));
    }
    return added.option('--json', 'print JSON');
  };
  command('list', 'list the endpoints').action(list);
  withAttributes(command('create <url>', 'create an endpoint and print its id and its secret, a line each')).action(
    create,
  );
  withAttributes(command('change <endpoint>', 'change what the options name'))
    .option('--url <url>', 'where events are posted')
    .option('--enable', 'deliver again, also after the service has disabled the endpoint')
    .option('--disable', 'stop deliveries and the recording of events')
    .action(change);
  command('delete <endpoint>', 'delete an endpoint, its attempts and what waits for it').action(remove);
  command('rotate-secret <endpoint>', 'replace the secret and print the new one').action(rotateSecret);
  command('attempts <endpoint>', 'list the latest 100 attempts, the latest first').action(listAttempts);
  command('test <endpoint>', 'deliver a test event to the endpoint').action(test);
  command('redeliver <endpoint> <attempt>', 'deliver the event of an attempt again').action(redeliver);
  return verb;
}

function withAttributes(command: Command): Command {
  return command
    .option(
      '--events <types>',
      `"all" for those of jobs, or some of ${EVENT_TYPES.join(', ')} with commas between them`,
      eventsArgument,
    )
    .option('--description <text>', 'what the endpoint is for');
}

/** None stands for every type of job. */
function eventsArgument(text: string): readonly EventType[] {
  if (text === 'all') return [];
  const named = text.split(',').map((type) => type.trim());
  const known = EVENT_TYPES.filter((type) => named.includes(type));
  if (named.every((type) => (EVENT_TYPES as readonly string[]).includes(type))) return known;
  throw new InvalidArgumentError(`It must be all, or contain only ${EVENT_TYPES.join(', ')}.`);
}

function list({ json }: Json): Promise<void> {
  return withApiClient(async ({ client }) => {
    const endpoints = await dataOf(client.GET('/webhook_endpoints'));
    printLines(json === true ? endpoints.map((each) => JSON.stringify(each)) : endpoints.map(endpointLine));
  });
}

function create(url: string, { json, events, description }: Changes): Promise<void> {
  return withApiClient(async ({ client }) => {
    const body = { webhook_endpoint: { url, ...attributesOf({ events, description }) } };
    const created = await dataOf(client.POST('/webhook_endpoints', { body }));
    printLines(json === true ? [JSON.stringify(created)] : [`${created.id}`, created.secret]);
  });
}

function change(id: number, { json, enable, disable, ...changes }: Changes): Promise<void> {
  if (enable === true && disable === true) throw new WrongUsage('It is --enable or --disable, not both.');
  const enabled = enable === true ? true : disable === true ? false : undefined;
  const webhook_endpoint = attributesOf({ ...changes, enabled });
  if (Object.keys(webhook_endpoint).length === 0) throw new WrongUsage('Name at least one option to change.');
  return withApiClient(async ({ client }) => {
    const params = { path: { id } };
    const changed = await dataOf(client.PUT('/webhook_endpoints/{id}', { params, body: { webhook_endpoint } }));
    printLines([json === true ? JSON.stringify(changed) : endpointLine(changed)]);
  });
}

/** Returns the attributes that the user gave; one that is not sent keeps its value. */
function attributesOf(said: object): Body['webhook_endpoint'] {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function remove(id: number): Promise<void> {
  return withApiClient(async ({ client }) => {
    await dataOf(client.DELETE('/webhook_endpoints/{id}', { params: { path: { id } } }));
  });
}

function rotateSecret(id: number, { json }: Json): Promise<void> {
  return withApiClient(async ({ client }) => {
    const rotated = await dataOf(client.POST('/webhook_endpoints/{id}/rotate_secret', { params: { path: { id } } }));
    printLines([json === true ? JSON.stringify(rotated) : rotated.secret]);
  });
}

function listAttempts(id: number, { json }: Json): Promise<void> {
  return withApiClient(async ({ client }) => {
    const attempts = await dataOf(client.GET('/webhook_endpoints/{id}/attempts', { params: { path: { id } } }));
    printLines(json === true ? attempts.map((each) => JSON.stringify(each)) : attempts.map(attemptLine));
  });
}

function redeliver(id: number, attempt_id: number): Promise<void> {
  return withApiClient(async ({ client }) => {
    const path = { id, attempt_id };
    await dataOf(client.POST('/webhook_endpoints/{id}/attempts/{attempt_id}/redeliver', { params: { path } }));
  });
}

function test(id: number): Promise<void> {
  return withApiClient(async ({ client }) => {
    await dataOf(client.POST('/webhook_endpoints/{id}/test', { params: { path: { id } } }));
  });
}

function endpointLine(endpoint: Endpoint): string {
  const { id, enabled, url, events, description, waiting, failing_since, disabled_at, disabled_reason } = endpoint;
  const parts = [
    `${String(id).padStart(4)}  ${enabled ? 'enabled ' : 'disabled'}  ${url}`,
    events === null ? 'all events of jobs' : events.join(', '),
    ...(description === null ? [] : [description]),
    ...(waiting === 0 ? [] : [`${waiting} events wait`]),
    ...(failing_since === null ? [] : [`failing since ${failing_since}`]),
    ...(disabled_reason === null ? [] : [`disabled at ${disabled_at}: ${disabled_reason}`]),
  ];
  return parts.join('; ');
}

function attemptLine({ id, at, event, job_type, job_id, status, error, duration_ms }: Attempt): string {
  const outcome = error ?? `answered ${status}`;
  const job = job_type === null ? '' : ` ${job_type} ${job_id}`;
  return `${String(id).padStart(6)}  ${at}  ${event.padEnd(13)}${job}: ${outcome} (${duration_ms} ms)`;
}
