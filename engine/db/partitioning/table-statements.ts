import type { PoolClient } from 'pg';

/** The schema of the partitioned copy of `subscribers` until it takes the table's place, and of its log and its progress. */
export const COPY = 'subscribers_copy';
/** The schema of the table that was exchanged, until it is dropped. */
export const OLD = 'subscribers_old';

/** Runs the statements that a query returns, in its order; their names are quoted by Postgres. */
export async function runStatements(client: PoolClient, query: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query);
  for (const { statement } of rows) await client.query(statement);
}

/** Gives the copy the constraints, indexes and statistics targets of `subscribers`, under the same names. */
export async function copyDefinition(client: PoolClient): Promise<void> {
  await runStatements(
    client,
    `select format('alter table ${COPY}.subscribers add constraint %I %s', conname, pg_get_constraintdef(oid)) as statement
       from pg_constraint where conrelid = 'subscribers'::regclass and contype in ('p', 'u') order by contype, conname`,
  );
  await runStatements(
    client,
    `select format('create %s index %I on ${COPY}.subscribers using %s', case when indisunique then 'unique' end, relname,
                   substring(pg_get_indexdef(indexrelid) from ' USING (.*)$')) as statement
       from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'subscribers'::regclass and indisvalid
        and not exists (select from pg_constraint where conrelid = indrelid and conindid = indexrelid)
      order by relname`,
  );
  await runStatements(
    client,
    `select format('alter table ${COPY}.subscribers alter column %I set statistics %s', attname, attstattarget) as statement
       from pg_attribute
      where attrelid = 'subscribers'::regclass and attnum > 0 and not attisdropped and attstattarget >= 0`,
  );
}

/**
 * The statements that give a table in the place of `subscribers`, and its partitions, the privileges, triggers and views that
 * `subscribers` has now. Functions find the table by its name.
 */
export async function readFollowers(client: PoolClient): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ oid: number; path: string }>(
    `select 'subscribers'::regclass::oid as oid, current_setting('search_path') as path`,
  );
  // The statements have the schema of every name then.
  await client.query('set local search_path = pg_catalog');
  const { rows } = await client.query<{ statement: string }>(FOLLOWERS, [tables[0]?.oid]);
  await client.query(`select set_config('search_path', $1, true)`, [tables[0]?.path]);
  return rows.map(({ statement }) => statement);
}

const FOLLOWERS = `
  with original as (
    select * from pg_class where oid = $1::oid
  ), targets as (
    select format('%s.%I', original.relnamespace::regnamespace, copy.relname) as target
      from original, pg_class copy
     where copy.relnamespace = '${COPY}'::regnamespace and copy.relkind in ('r', 'p') and starts_with(copy.relname, 'subscribers')
  ), granted as (
    select relowner, acl.*, '' as columns from original, aclexplode(relacl) acl
    union all
    select relowner, acl.*, format(' (%I)', attname)
      from original join pg_attribute on attrelid = original.oid and attnum > 0 and not attisdropped, aclexplode(attacl) acl
  )
  select format('grant %s%s on %s to %s%s', privilege_type, columns, target,
                case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
                case when is_grantable then ' with grant option' end) as statement
    from granted, targets where grantee <> relowner
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger t join pg_proc f on f.oid = t.tgfoid
   where t.tgrelid = $1 and not t.tgisinternal and f.pronamespace <> '${COPY}'::regnamespace
  union all
  select distinct format('create or replace view %s %s as %s', v.oid::regclass,
                         'with (' || array_to_string(v.reloptions, ', ') || ')', pg_get_viewdef(v.oid))
    from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class and v.relkind = 'v'
   where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = $1`;

/**
 * Finds the obstacles to an exchange of `subscribers`, each in Postgres' words: objects that would keep referring to the old
 * table, or would not work with partitions.
 */
export async function findObstacles(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ obstacle: string }>(OBSTACLES);
  return rows.map(({ obstacle }) => obstacle);
}

const OBSTACLES = `
  select pg_describe_object(d.classid, d.objid, d.objsubid) as obstacle
    from pg_depend d
   where d.refclassid = 'pg_class'::regclass and d.refobjid = 'subscribers'::regclass
     and d.classid not in ('pg_class'::regclass, 'pg_type'::regclass, 'pg_attrdef'::regclass, 'pg_statistic_ext'::regclass)
     and not exists (select from pg_constraint k
                      where d.classid = 'pg_constraint'::regclass and k.oid = d.objid and k.conrelid = d.refobjid
                        and k.contype in ('p', 'u', 'c', 'n'))
     and not exists (select from pg_trigger t left join pg_proc f on f.oid = t.tgfoid
                      where d.classid = 'pg_trigger'::regclass and t.oid = d.objid
                        and (f.pronamespace = to_regnamespace('${COPY}')
                             or t.tgtype & 1 = 1 and t.tgoldtable is null and t.tgnewtable is null and t.tgenabled = 'O'))
     and not exists (select from pg_rewrite r join pg_class v on v.oid = r.ev_class
                      where d.classid = 'pg_rewrite'::regclass and r.oid = d.objid and v.relkind = 'v')
  union
  select pg_describe_object(d.classid, d.objid, d.objsubid)
    from pg_depend d join pg_class c on c.reltype = d.refobjid
   where d.refclassid = 'pg_type'::regclass and d.deptype = 'n' and c.oid = 'subscribers'::regclass
  union
  select 'row level security of subscribers' from pg_class where oid = 'subscribers'::regclass and relrowsecurity
  union
  select format('inheritance of %s', inhrelid::regclass) from pg_inherits
   where 'subscribers'::regclass in (inhparent, inhrelid)
  union
  select format('another owner of subscribers: %s', pg_get_userbyid(relowner)) from pg_class
   where oid = 'subscribers'::regclass and pg_get_userbyid(relowner) <> current_user
  order by 1`;
