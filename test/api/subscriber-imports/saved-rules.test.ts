import { beforeAll, describe, expect, it } from 'vitest';
import { columnsHash } from '../../../engine/csv/columns-hash.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, addListWithFields, createImport, setImport } from '../support/import-rows.ts';

const STATUS = { values: { Perhaps: 'active', Unsubscribed: 'unsubscribed' } };
const NAMES = { blank: 'keep' };
const FILE =
  'Email,State of mail,First Name\nann@example.com,Perhaps,Ann\nbob@example.com,Unsubscribed,\ncid@example.com,Subscribed,\n';

describe('saved rules', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let listId: number;
  let setId: number;
  let theirs: number;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    listId = await addListWithFields(api);
    theirs = await save('Theirs', { status: STATUS }, other.key);
    setId = await save('Shop', { status: STATUS, 'first name': NAMES, 'Of other lists': { date_format: 'dmy' } });
  });

  const save = async (name: string, columns: object, key?: string) => {
    const body = { column_rule_set: { name, columns } };
    return (await api.call<{ id: number }>('POST', '/column_rule_sets', body, key)).data.id;
  };
  const sourceOf = (content: string) => ({
    ...{ file_source: { type: 'json', content }, default_custom_fields: { Interests: ['Cats'] } },
  });
  const create = (attributes: object) =>
    createImport(api, listId, { ...sourceOf(FILE), column_rule_set: 'Shop', ...attributes });
  const analyze = (attributes: object) =>
    api.call<any>('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, { subscriber_import: attributes });

  const codesOf = ({ data }: { data: any }) => data.notices.map(({ code }: { code: string }) => code);

  describe('of an import with a mapping', () => {
    const column_mapping = ['email', 'status', 'First Name'];

    it.each(['Shop', ' sHOP ', 'the id'])('apply to columns by what these feed, and are named by %s', async (name) => {
      const { data } = await create({ column_mapping, column_rule_set: name === 'the id' ? setId : name });
      expect(data.column_rules).toEqual([null, STATUS, NAMES]);
    });

    it('count less than the rules of the columns', async () => {
      const own = { values: { Perhaps: 'bounced' } };
      const { data } = await create({ column_mapping, column_rules: [null, own, {}] });
      expect(data.column_rules).toEqual([null, own, NAMES]);
    });

    it('are none where no column feeds what they are for', async () => {
      expect((await create({ column_mapping: ['email', '', ''] })).data.column_rules).toBeNull();
      expect((await create({ column_mapping, column_rule_set: null })).data.column_rules).toBeNull();
    });

    it('stay those of an import and of a dry run when the set is changed or deleted', async () => {
      const id = await save('Fair', { status: STATUS });
      const { data } = await create({ column_mapping, column_rule_set: 'Fair', dry_run: true });
      const column_rules = [null, STATUS, null];
      await api.call('PUT', `/column_rule_sets/${id}`, { column_rule_set: { columns: { 'First Name': NAMES } } });
      expect((await api.call<any>('GET', `/subscriber_imports/${data.id}`)).data).toMatchObject({ column_rules });
      await api.call('DELETE', `/column_rule_sets/${id}`);
      await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString() });
      const started = await api.call<any>('POST', `/subscriber_imports/${data.id}/start`);
      expect(started.data).toMatchObject({ dry_run: false, column_rules });
    });

    it.each([
      ['Nobody', 'column_rule_set is not a set of column rules of the organization: Nobody'],
      ['Theirs', 'column_rule_set is not a set of column rules of the organization: Theirs'],
      [true, 'column_rule_set must be the name or the id of a set of column rules'],
    ])('are refused when they are %j', async (column_rule_set, message) => {
      const answer = await create({ column_mapping, column_rule_set });
      expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
      expect(answer.error_message).toContain(message);
    });

    it('of another organization are not found by their id', async () => {
      const answer = await create({ column_mapping, column_rule_set: theirs });
      expect(answer.error_message).toBe(`column_rule_set is not a set of column rules of the organization: ${theirs}`);
    });

    it('are refused for the primary key of a list where they are for other fields', async () => {
      const { key } = other;
      const list = await addList(api, {}, key);
      const custom_field = { name: 'Member', field_type: 'text', required: true };
      const { data: field } = await api.call<any>('POST', '/custom_fields', { custom_field }, key);
      const mailing_list = { primary_key_custom_field_id: field.id };
      await api.call('PUT', `/mailing_lists/${list}`, { mailing_list }, key);
      await save('Members', { Member: NAMES }, key);
      const members = { column_mapping: ['email', 'Member'], column_rule_set: 'Members' };
      const answer = await createImport(api, list, members, key);
      expect(answer.error_message).toContain('column_rule_set cannot have blank for Member');
    });
  });

  describe('of an analysis, and of "auto"', () => {
    it('say what words of consent mean that are not known', async () => {
      const plain = await analyze(sourceOf(FILE));
      expect(codesOf(plain)).toContain('consent_column');
      const named = await analyze({ ...sourceOf(FILE), column_rule_set: 'Shop' });
      const { data } = named;
      const found = {
        column_mapping: ['email', 'status', 'First Name'],
        column_rules: [null, { values: { ...STATUS.values, subscribed: 'active' } }, NAMES],
      };
      expect(data).toMatchObject(found);
      expect(codesOf(named)).not.toContain('consent_column');
      expect(data.sample.statuses).toMatchObject({ active: 2, unsubscribed: 1 });
      expect((await create({ column_mapping: 'auto' })).data).toMatchObject(found);
    });

    it('leave what they do not say to the analysis', async () => {
      const answer = await create({ ...sourceOf(`${FILE}dan@example.com,Pending,\n`), column_mapping: 'auto' });
      const [, rule] = answer.data.column_rules as { values: object }[];
      expect(rule?.values).toEqual({ ...STATUS.values, subscribed: 'active', pending: 'deactivated' });
      const refused = await create({ ...sourceOf(`${FILE}dan@example.com,Never,\n`), column_mapping: 'auto' });
      expect(refused.error_message).toContain('in words that are not known: "Never"');
    });

    it('are not taken for a column that says the opposite: it waits for a decision', async () => {
      await save('Opted in', { status: { values: { ja: 'active', nein: 'unsubscribed' } } });
      const optedIn = { ...sourceOf('Email,Newsletter opt-in\nann@example.com,Ja\nbob@example.com,Nein\n') };
      const taken = await create({ ...optedIn, column_mapping: 'auto', column_rule_set: 'Opted in' });
      expect(taken.data).toMatchObject({ column_mapping: ['email', 'status'] });

      const optedOut = { ...sourceOf('Email,Unsubscribed\nann@example.com,Ja\nbob@example.com,Nein\n') };
      const isRefused = async () => {
        const refused = await create({ ...optedOut, column_mapping: 'auto', column_rule_set: 'Opted in' });
        expect(refused).toMatchObject({ success: false, error_code: 'validation_failed' });
        expect(refused.error_message).toContain(
          'make people active of whom column 2 "Unsubscribed" says that they left or want no mail: "Ja"',
        );
      };
      await isRefused();
      const { data } = await create({ ...optedOut, column_mapping: 'auto', column_rule_set: null });
      const columns_hash = columnsHash(['Email', 'Unsubscribed']);
      await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString(), columns_hash });
      await isRefused();
    });

    it('count more than the rules that a list remembers', async () => {
      const column_rules = [null, { values: { Perhaps: 'bounced', Unsubscribed: 'unsubscribed' } }, null];
      const column_mapping = ['email', 'status', 'First Name'];
      const { data } = await create({ column_mapping, column_rules, column_rule_set: null });
      const columns_hash = columnsHash(['Email', 'State of mail', 'First Name']);
      await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString(), columns_hash });
      expect((await create({ column_mapping: 'auto' })).data).toMatchObject({ column_rules: [null, STATUS, NAMES] });
    });
  });
});
