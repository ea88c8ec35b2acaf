import { mintUnsubscribeToken } from '../../../engine/secrets/unsubscribe-token.ts';
import type { TestApi } from '../../api/support/build.ts';
import type { Row } from '../support.ts';

/** Ids of one record of every kind of an organization, and the other words its paths can hold. */
export interface Records {
  readonly key: string;
  readonly organization: number;
  readonly list: number;
  readonly field: number;
  readonly globalField: number;
  readonly subscriber: number;
  readonly email: string;
  readonly segment: number;
  readonly template: number;
  readonly seedList: number;
  readonly apiKey: number;
  readonly user: number;
  readonly import: number;
  readonly code: string;
  readonly autoresponder: number;
  readonly webForm: number;
  readonly token: string;
}

/** Creates one record of every kind in an organization. */
export async function createRecords(
  api: TestApi,
  { id: organization, key }: { id: number; key: string },
): Promise<Records> {
  const email = `somebody${organization}@example.com`;
  const post = async (path: string, body: Row): Promise<Row> => {
    const answer = await api.call<Row>('POST', path, body, key);
    if (!answer.success) throw new Error(`POST ${path}: ${String(answer.error_message)}`);
    return answer.data;
  };
  const add = async (path: string, body: Row): Promise<number> => (await post(path, body)).id as number;
  const insert = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await api.database.pool.query<{ id: number }>(`${statement} returning id`, [...values]);
    return Number(rows[0]?.id);
  };

  const list = await add('/mailing_lists', { mailing_list: { name: 'News' } });
  const ofList = (kind: string) => `/mailing_lists/${list}/${kind}`;
  const subscriber = await add(ofList('subscribers'), { subscriber: { email } });
  const source = { type: 'json', content: 'email\n' };
  const user = {
    full_name: 'Ann',
    email,
    active: true,
    role: 'standard',
    password1: 'correct horse',
    password2: 'correct horse',
  };
  const codePath = ofList('delete_confirmation_code');
  const code = await api.call<Row>('GET', codePath, undefined, key);
  return {
    key,
    organization,
    list,
    field: await add(ofList('custom_fields'), { custom_field: { name: 'City', field_type: 'text' } }),
    globalField: await add('/custom_fields', { custom_field: { name: 'Visits', field_type: 'number' } }),
    subscriber,
    email,
    segment: await add(ofList('segments'), { segmentation_criteria: { name: 'Everybody', clause: [] } }),
    template: await add(ofList('templates'), { campaign: { name: 'Monthly' } }),
    seedList: await add('/seed_lists', { seed_list: { name: 'Office' } }),
    apiKey: await add('/api_keys', { api_key: { name: 'Shop' } }),
    user: await add('/users', { user }),
    import: await add(ofList('subscriber_imports'), {
      subscriber_import: { column_mapping: ['email'], file_source: source },
    }),
    code: code.data.delete_confirmation_code as string,
    autoresponder: await insert(
      `insert into autoresponders (mailing_list_id, name, trigger) values ($1, 'Birthday', 'api')`,
      [list],
    ),
    webForm: await insert(
      `insert into web_forms (mailing_list_id, name, from_email, confirmation_subject, confirmation_body)
       values ($1, 'Sign up', 'form@example.com', 'Confirm', 'Here')`,
      [list],
    ),
    token: mintUnsubscribeToken(api.app.tokenSecret, {
      mailingListId: list,
      subscriberId: subscriber,
      campaignId: null,
      contentId: null,
    }),
  };
}
