import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../engine/domain/permissions.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { TERMS } from '../sessions/support.ts';
import { usersOf } from './support.ts';

const NONE = Object.fromEntries(Object.keys(PERMISSIONS).map((kind) => [kind, []]));

describe('POST /users', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let orgAdmin: string;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    orgAdmin = await api.addKey(1, 'organization_admin');
  });
  const { create, show } = usersOf(() => api);

  it('answers every field in order, with its default, when only the required ones are given', async () => {
    const { status, data } = await create({ full_name: ' Ann ', email: ' Ann@Example.com ' });
    expect(status).toBe(200);
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        id: data.id,
        full_name: 'Ann',
        email: 'Ann@Example.com',
        active: true,
        role: 'standard',
        show_quick_tips: true,
        mail_ended_jobs: true,
        default_preview_recipients: [],
        terms_and_conditions_version: null,
        default_html_editor: 'bee',
        permissions: NONE,
        password_failure_lockout: { is_locked_out: false, expires_at: null },
      }),
    );
  });

  it('takes every field', async () => {
    const given = {
      full_name: 'n'.repeat(100),
      active: false,
      role: 'organization_admin',
      show_quick_tips: false,
      mail_ended_jobs: true,
      default_preview_recipients: ['a@example.com', 'B@example.com'],
      default_html_editor: 'raw html',
      permissions: { ...NONE, campaign: ['create'] },
    };
    expect((await create(given)).data).toMatchObject(given);
    expect((await create({ default_html_editor: 'tinymce' })).data.default_html_editor).toBe('tinymce');
  });

  it('creates the user on the current organization', async () => {
    const { data } = await create({}, other.key);
    expect((await show(data.id, other.key)).data).toEqual(data);
    expect(await show(data.id, orgAdmin)).toMatchObject({ error_code: 'not_found' });
  });

  it('keeps an argon2id hash of the password, and shows it nowhere', async () => {
    const password = 'hunter2 hunter2';
    const { data } = await create({ password1: password, password2: password });
    expect(JSON.stringify(data)).not.toMatch(/password1|password2|hunter2|argon2/);
    const { rows } = await api.database.pool.query('select * from users where id = $1', [data.id]);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(rows[0].password_hash, password)).toBe(true);
    expect(api.log.join('')).not.toContain('hunter2');
  });

  it.each([8, 128])('takes a password of %d characters', async (length) => {
    const password = 'ä'.repeat(length);
    expect((await create({ password1: password, password2: password })).success).toBe(true);
  });

  it('takes preview recipients: null as none, and 100 of them (Limits: at most 100 addresses)', async () => {
    expect((await create({ default_preview_recipients: null })).data.default_preview_recipients).toEqual([]);
    const many = Array.from({ length: 100 }, (_, at) => `p${at}@example.com`);
    expect((await create({ default_preview_recipients: many })).data.default_preview_recipients).toEqual(many);
  });

  it.each([
    [{ full_name: undefined }, 'full_name cannot be blank'],
    [{ full_name: '  ' }, 'full_name cannot be blank'],
    [{ full_name: 'n'.repeat(101) }, 'full_name is too long (maximum is 100 characters)'],
    [{ full_name: 1 }, 'full_name must be a string'],
    [{ full_name: 'a\0' }, 'full_name has characters that cannot be stored'],
    [{ email: undefined }, 'email cannot be blank'],
    [{ email: '' }, 'email cannot be blank'],
    [{ email: 'nobody' }, 'email is not a valid email address'],
    [{ email: ['a@example.com'] }, 'email must be a string'],
    [{ email: 'a@bücher.example' }, 'email cannot have an internationalized domain name'],
    [{ email: 'TAKEN@example.com' }, 'email has already been taken'],
    [{ active: undefined }, 'active cannot be blank'],
    [{ active: null }, 'active cannot be blank'],
    [{ active: 'perhaps' }, 'active must be true or false'],
    [{ role: undefined }, 'role cannot be blank'],
    [{ role: 'admin' }, 'role must be one of system_admin, organization_admin, standard'],
    [{ show_quick_tips: 2 }, 'show_quick_tips must be true or false'],
    [{ default_preview_recipients: 'a@example.com' }, 'default_preview_recipients must be an array'],
    [{ default_preview_recipients: ['a@'] }, 'default_preview_recipients.0 is not a valid email address'],
    [
      { default_preview_recipients: Array.from({ length: 101 }, () => 'a@example.com') },
      'default_preview_recipients can have at most 100 addresses',
    ],
    [{ terms_and_conditions_version: -1 }, 'terms_and_conditions_version must be a whole number from 0'],
    [{ terms_and_conditions_version: 1.5 }, 'terms_and_conditions_version must be a whole number from 0'],
    [{ terms_and_conditions_version: '1' }, 'terms_and_conditions_version must be a whole number from 0'],
    [
      { terms_and_conditions_version: 1 },
      'terms_and_conditions_version can be set only while the Terms & Conditions feature is enabled',
    ],
    [{ default_html_editor: 'word' }, 'default_html_editor must be one of bee, tinymce, raw html'],
    [{ permissions: [] }, 'permissions must be a JSON object'],
    [{ permissions: { robots: ['create'] } }, 'permissions.robots is not a kind of permission'],
    [{ permissions: { campaign: 'create' } }, 'permissions.campaign must be an array'],
    [{ permissions: { campaign: [1] } }, 'permissions.campaign.0 must be a string'],
    [{ permissions: { web_form: ['read'] } }, 'permissions.web_form can hold create, update, delete only'],
    [{ password1: undefined }, 'password1 cannot be blank'],
    [{ password2: undefined }, 'password2 cannot be blank'],
    [{ password1: 'x', password2: 'x' }, 'password1 is too short (minimum is 8 characters)'],
    [{ password1: 'x'.repeat(129), password2: 'x'.repeat(129) }, 'password1 is too long (maximum is 128 characters)'],
    [{ password1: ' '.repeat(9), password2: ' '.repeat(9) }, 'password1 cannot be blank'],
    [{ password2: 'correct horsE' }, 'password2 must be the same as password1'],
    [{ password1: 12345678, password2: 12345678 }, 'password1 must be a string; password2 must be a string'],
    [{ full_name: '', role: null }, 'full_name cannot be blank; role cannot be blank'],
  ])('refuses %j', async (attributes, message) => {
    await create({ email: 'taken@example.com' });
    expect(await create(attributes)).toMatchObject({
      status: 200,
      success: false,
      data: null,
      error_code: 'validation_failed',
      error_message: message,
    });
  });

  it('keeps an address unique across the system', async () => {
    await create({ email: 'only@example.com' });
    expect((await create({ email: 'Only@example.com' }, other.key)).error_message).toBe('email has already been taken');
  });

  it('creates one of two users who are asked for with one address at once', async () => {
    const answers = await Promise.all([
      create({ email: 'twin@example.com' }),
      create({ email: 'TWIN@example.com' }, other.key),
    ]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.find(({ success }) => !success)).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'email has already been taken',
    });
  });

  it.each([[undefined], [{}], [{ user: 'ann' }], [{ user: null }], [{ nonsense: 'Ann' }]])(
    'answers invalid_request to the body %j',
    async (body) => {
      expect(await api.call('POST', '/users', body)).toMatchObject({ error_code: 'invalid_request', data: null });
    },
  );

  describe('the role system_admin', () => {
    it('is given on the System Organization by a system administrator', async () => {
      expect((await create({ role: 'system_admin' })).data.role).toBe('system_admin');
    });

    it('exists only on the System Organization', async () => {
      expect((await create({ role: 'system_admin' }, other.key)).error_message).toBe(
        'role can be system_admin on the System Organization only',
      );
    });

    it('is not given by an organization administrator', async () => {
      expect((await create({ role: 'system_admin' }, orgAdmin)).error_message).toBe(
        'role can be set to system_admin by a system administrator only',
      );
    });
  });

  describe('permissions', () => {
    it.each(['system_admin', 'organization_admin'])('are all for the role %s', async (role) => {
      expect((await create({ role })).data.permissions).toEqual(PERMISSIONS);
    });

    it('are put in the order of the specification, each once', async () => {
      const { data } = await create({
        permissions: {
          seed_list: ['delete', 'create', 'delete'],
          subscriber: ['export', 'import', 'read', 'delete', 'update', 'create'],
        },
      });
      expect(data.permissions).toEqual({
        ...NONE,
        seed_list: ['create', 'delete'],
        subscriber: ['create', 'update', 'delete', 'read', 'import', 'export'],
      });
      expect(Object.keys(data.permissions as object)).toEqual(Object.keys(PERMISSIONS));
    });

    it('that are not sent are those of the role', async () => {
      const { data } = await create({ role: 'organization_admin', permissions: { campaign: [] } });
      expect(data.permissions).toEqual({ ...PERMISSIONS, campaign: [] });
      expect((await create({ permissions: null })).data.permissions).toEqual(NONE);
    });
  });
});

describe('terms_and_conditions_version', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ terms: TERMS });
  });
  const { create, update } = usersOf(() => api);

  it('may be set while the feature is enabled, and be carried forward or cleared after', async () => {
    const { data } = await create({ terms_and_conditions_version: 3 });
    expect(data.terms_and_conditions_version).toBe(3);
    expect((await update(data.id, { terms_and_conditions_version: 4 })).data.terms_and_conditions_version).toBe(4);

    api.app.config = { ...api.config, terms: null };
    expect((await update(data.id, { terms_and_conditions_version: 4 })).data.terms_and_conditions_version).toBe(4);
    expect(await update(data.id, { terms_and_conditions_version: 5 })).toMatchObject({
      error_code: 'validation_failed',
    });
    expect(
      (await update(data.id, { terms_and_conditions_version: null })).data.terms_and_conditions_version,
    ).toBeNull();
    expect(await update(data.id, { terms_and_conditions_version: 4 })).toMatchObject({
      error_code: 'validation_failed',
    });
  });
});
