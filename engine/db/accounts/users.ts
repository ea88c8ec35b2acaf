import { z } from 'zod';
import { matchesText, pageOf, readPage } from '../core/pages.ts';
import type { ListPage, TextFilter } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

export const USER_ROLES = ['system_admin', 'organization_admin', 'standard'] as const;
export const HTML_EDITORS = ['bee', 'tinymce', 'raw html'] as const;

const user = z.object({
  id: z.number(),
  organizationId: z.number(),
  fullName: z.string(),
  email: z.string(),
  active: z.boolean(),
  role: z.enum(USER_ROLES),
  showQuickTips: z.boolean(),
  /** Whether the user is mailed when a job ends that the user started. */
  mailEndedJobs: z.boolean(),
  defaultPreviewRecipients: z.array(z.string()),
  termsAndConditionsVersion: z.number().nullable(),
  defaultHtmlEditor: z.enum(HTML_EDITORS),
  /** Kind of record -> what may be done with it. */
  permissions: z.record(z.array(z.string())),
  /** null unless the user is locked out now. */
  lockedOutUntil: z.date().nullable(),
});
export type User = z.infer<typeof user>;
export type UserAttributes = Omit<User, 'id' | 'organizationId' | 'lockedOutUntil'>;

export interface UserFilter {
  fullName: TextFilter;
  email: TextFilter;
}

export interface UserPage extends ListPage {
  orderBy: 'id' | 'full_name' | 'email';
}

const columns = sql.fragment`
  id, organization_id as "organizationId", full_name as "fullName", email, active, role,
  show_quick_tips as "showQuickTips", mail_ended_jobs as "mailEndedJobs", default_preview_recipients as "defaultPreviewRecipients",
  terms_and_conditions_version as "termsAndConditionsVersion", default_html_editor as "defaultHtmlEditor",
  permissions, case when locked_out_until > now() then locked_out_until end as "lockedOutUntil"`;

/** A page of an organization's users, or (`organizationId` null) of all. @throws RequestedTooMany beyond `pageBytes` */
export function listUsers(
  db: Database,
  organizationId: number | null,
  filter: UserFilter,
  page: UserPage,
): Promise<readonly User[]> {
  const order = { id: null, full_name: sql.fragment`full_name`, email: sql.fragment`email` }[page.orderBy];
  return readPage(
    db,
    user,
    sql.fragment`
      select ${columns} from users where ${within(organizationId)} and ${matching(filter)} ${pageOf(order, page)}`,
  );
}

export function countUsers(db: Database, organizationId: number | null, filter: UserFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from users where ${within(organizationId)} and ${matching(filter)}
  `);
}

/** The user of that id; `organizationId` null looks in every organization. */
export function findUser(db: Database, id: number, organizationId: number | null): Promise<User | null> {
  return db.maybeOne(sql.type(user)`
    select ${columns} from users where id = ${id} and ${within(organizationId)}
  `);
}

/** The same, holding the row until the transaction ends. */
export function lockUser(db: Database, id: number, organizationId: number | null): Promise<User | null> {
  return db.maybeOne(sql.type(user)`
    select ${columns} from users where id = ${id} and ${within(organizationId)} for update
  `);
}

/** The id of the user with that address, whose row is held until the transaction ends; null when there is none. */
export function lockUserByEmail(db: Database, email: string): Promise<number | null> {
  return db.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    select id from users where lower(email) = lower(${email}) for update
  `);
}

/** The full name of the user of that id, of whatever organization; null when there is none. */
export function findUserName(db: Database, id: number): Promise<string | null> {
  return db.maybeOneFirst(
    sql.type(z.object({ name: z.string() }))`select full_name as name from users where id = ${id}`,
  );
}

/** Whether another user of any organization has that address, ignoring case. */
export function isUserEmailTaken(db: Database, email: string, exceptId: number | null): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from users where lower(email) = lower(${email}) and id is distinct from ${exceptId}::bigint
  `);
}

/** @throws UniqueIntegrityConstraintViolationError when the address is taken. */
export function insertUser(
  db: Database,
  organizationId: number,
  row: UserAttributes,
  passwordHash: string,
): Promise<User> {
  return db.one(sql.type(user)`
    insert into users (organization_id, full_name, email, active, role, show_quick_tips, mail_ended_jobs, default_preview_recipients,
      terms_and_conditions_version, default_html_editor, permissions, password_hash)
    values (${organizationId}, ${row.fullName}, ${row.email}, ${row.active}, ${row.role}, ${row.showQuickTips}, ${row.mailEndedJobs},
      ${sql.array([...row.defaultPreviewRecipients], 'text')}, ${row.termsAndConditionsVersion},
      ${row.defaultHtmlEditor}, ${JSON.stringify(row.permissions)}, ${passwordHash})
    returning ${columns}
  `);
}

/** `passwordHash` null keeps the password. @throws UniqueIntegrityConstraintViolationError when the address is taken. */
export function updateUser(db: Database, id: number, row: UserAttributes, passwordHash: string | null): Promise<User> {
  return db.one(sql.type(user)`
    update users
    set full_name = ${row.fullName}, email = ${row.email}, active = ${row.active}, role = ${row.role},
      show_quick_tips = ${row.showQuickTips}, mail_ended_jobs = ${row.mailEndedJobs},
      default_preview_recipients = ${sql.array([...row.defaultPreviewRecipients], 'text')},
      terms_and_conditions_version = ${row.termsAndConditionsVersion}, default_html_editor = ${row.defaultHtmlEditor},
      permissions = ${JSON.stringify(row.permissions)}, password_hash = coalesce(${passwordHash}, password_hash)
    where id = ${id}
    returning ${columns}
  `);
}

/** Preferences that users set themselves. */
export type Preferences = Pick<User, 'showQuickTips' | 'mailEndedJobs'>;

/** Sets preferences of a user; null keeps one as it is. */
export async function setPreferences(
  db: Database,
  id: number,
  { showQuickTips, mailEndedJobs }: { readonly [Name in keyof Preferences]: Preferences[Name] | null },
): Promise<void> {
  await db.query(sql.unsafe`
    update users
    set show_quick_tips = coalesce(${showQuickTips}, show_quick_tips),
      mail_ended_jobs = coalesce(${mailEndedJobs}, mail_ended_jobs)
    where id = ${id}
  `);
}

/** Sets the password of a user whose password still has that hash. @returns whether it has */
export async function replacePassword(
  db: Database,
  id: number,
  { presentHash, newHash }: { readonly presentHash: string; readonly newHash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update users set password_hash = ${newHash} where id = ${id} and password_hash = ${presentHash}
  `);
  return rowCount > 0;
}

/**
 * Sets the address of a user who still has the password of that hash. @returns whether the user has it
 * @throws UniqueIntegrityConstraintViolationError when the address is taken
 */
export async function replaceEmail(
  db: Database,
  id: number,
  { presentHash, email }: { readonly presentHash: string; readonly email: string },
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update users set email = ${email} where id = ${id} and password_hash = ${presentHash}
  `);
  return rowCount > 0;
}

/** Sets the password of a user, and ends a lockout. */
export async function setPassword(db: Database, id: number, passwordHash: string): Promise<void> {
  await db.query(sql.unsafe`
    update users set password_hash = ${passwordHash}, failed_sign_ins = 0, locked_out_until = null where id = ${id}
  `);
}

/** Ends a lockout before its time. */
export async function clearUserLockout(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`update users set locked_out_until = null, failed_sign_ins = 0 where id = ${id}`);
}

export async function deleteUser(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from users where id = ${id}`);
}

function within(organizationId: number | null) {
  return sql.fragment`(${organizationId}::bigint is null or organization_id = ${organizationId})`;
}

function matching({ fullName, email }: UserFilter) {
  return sql.fragment`${matchesText(sql.fragment`full_name`, fullName)}
    and ${matchesText(sql.fragment`email`, email)}`;
}
