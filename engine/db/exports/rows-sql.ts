import { escapeLiteral } from 'pg';
import type { PoolClient } from 'pg';
import { DEFAULT_FORMAT } from '../../domain/subscribers.ts';
import { readCopy } from '../core/copy-out.ts';
import type { ExportColumn, ExportPlan } from './plan.ts';
import { snapshotTable } from './snapshot.ts';

/** A range of pages of a snapshot's table; `endPage` is the page after the last one. */
export interface PageRange {
  readonly firstPage: number;
  readonly endPage: number;
}

/**
 * Has the rows of a range of pages of a snapshot read as CSV, in the caller's transaction.
 * @returns what the reader returned, and the number of rows
 */
export async function readRows<Result>(
  client: PoolClient,
  { exportId, plan, range }: { exportId: number; plan: ExportPlan; range: PageRange },
  read: (csv: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<{ readonly result: Result; readonly rows: number }> {
  await client.query(`set local datestyle = 'ISO, YMD'; set local enable_seqscan = off; set local jit = off`);
  return readCopy(client, copyRowsStatement(exportId, plan, range), read);
}

/**
 * The COPY that writes the rows of a range of pages as CSV, so that an import with the same settings reads every value
 * back. It is run with DateStyle ISO.
 *
 * Data that is stored outside of its row is read once for each row, however many fields there are.
 */
function copyRowsStatement(exportId: number, plan: ExportPlan, { firstPage, endPage }: PageRange): string {
  const { format, columns } = plan;
  const custom = columns.some(({ field }) => field !== null) ? `, custom_fields || '{}'::jsonb as data` : '';
  const raw = columns.map((column, index) => `${rawValue(column, plan)} as c${index}`);
  const written = columns.map((column, index) => writtenValue(column, `c${index}`, plan));
  return `copy (
  select ${written.join(', ')} from (
    select ${raw.join(', ')} from (
      select *${custom} from ${snapshotTable(exportId)}
       where ctid >= '(${firstPage},0)'::tid and ctid < '(${endPage},0)'::tid offset 0
    ) stored offset 0
  ) raw
) to stdout (format csv, encoding 'UTF8', delimiter ${escapeLiteral(format.csv_field_separator)}, quote ${escapeLiteral(format.csv_field_enclosure)})`;
}

function rawValue({ builtIn, field }: ExportColumn, { hasFormat, hasConfirmed }: ExportPlan): string {
  if (field !== null) {
    return field.fieldType === 'select_multiple_checkboxes' ? `data -> '${field.id}'` : `data ->> '${field.id}'`;
  }
  switch (builtIn) {
    case null:
      return 'null::text';
    case 'email_format':
      // Subscribers from before the list had formats are stored without one, and shown with the default.
      return hasFormat ? `coalesce(email_format, '${DEFAULT_FORMAT}')` : 'null::text';
    case 'confirmed':
      return hasConfirmed ? `case when confirmed then 'true' else 'false' end` : 'null::text';
    case 'confirm_time':
      return hasConfirmed ? instant(builtIn) : 'null::text';
    case 'subscribe_time':
    case 'remove_time':
      return instant(builtIn);
    default:
      return builtIn;
  }
}

/** A time in UTC, to the microsecond. */
function instant(column: string): string {
  return `(${column} at time zone 'UTC')::text || 'Z'`;
}

function writtenValue({ field }: ExportColumn, value: string, { format }: ExportPlan): string {
  const isMonthFirst = format.date_format === 'mdy';
  switch (field?.fieldType) {
    case 'text':
    case 'text_multiline':
      return trimmed(value);
    case 'date': {
      const [month, day] = [`substr(${value}, 6, 2)`, `substr(${value}, 9, 2)`];
      const first = isMonthFirst ? `${month} || '/' || ${day}` : `${day} || '/' || ${month}`;
      return `${first} || '/' || left(${value}, 4)`;
    }
    case 'day_of_year':
      return isMonthFirst ? `replace(${value}, '-', '/')` : `right(${value}, 2) || '/' || left(${value}, 2)`;
    case 'select_single_dropdown':
    case 'select_single_radio':
      return `${jsonLiteral(namesOf(field.options))} ->> ${value}`;
    case 'select_multiple_checkboxes':
      return chosenNames(value, field.options);
    default:
      return value;
  }
}

/** Characters that String.prototype.trim removes, and so an import. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * An import trims its cells. Most values begin and end with a character from U+0021 to U+009F, none of which is white space, and are
 * taken as they are: btrim costs two to three times what this comparison does.
 */
function trimmed(value: string): string {
  return `case when ${isNoSpace(value)} and ${isNoSpace(`right(${value}, 1)`)} then ${value}
    else nullif(btrim(${value}, ${escapeLiteral(WHITE_SPACE)}), '') end`;
}

/** One comparison, so that the value is computed once. */
function isNoSpace(value: string): string {
  return `abs(ascii(${value}) - 96) < 64`;
}

type Options = readonly { readonly id: number; readonly name: string }[];

function namesOf(options: Options): Record<string, string> {
  return Object.fromEntries(options.map(({ id, name }) => [id, name]));
}

/** The names of what is chosen, in the field's order, each once; choices that the field has no more are left out. */
function chosenNames(value: string, options: Options): string {
  const places = Object.fromEntries(options.map(({ id, name }, place) => [id, [place, name]]));
  return `case when jsonb_typeof(${value}) = 'array' then (
    select string_agg(option ->> 1, '${separatorOf(options)}' order by (option ->> 0)::integer)
      from (select distinct ${jsonLiteral(places)} -> chosen as option
              from jsonb_array_elements_text(${value}) chosen) options
  ) end`;
}

/**
 * Picks the first separator, in the order in which an import tries them, that occurs in no name. `|` when each occurs in one: a
 * cell is then sure to be read back only when it names a single option.
 */
function separatorOf(options: Options): string {
  return ['|', ';', ','].find((separator) => options.every(({ name }) => !name.includes(separator))) ?? '|';
}

function jsonLiteral(value: unknown): string {
  return `${escapeLiteral(JSON.stringify(value))}::jsonb`;
}

/** The line with the names of the columns; empty when the file is to have none. */
export function headerLine({ columns, format }: ExportPlan): string {
  const { csv_has_headers, csv_field_enclosure: quote, csv_field_separator: separator } = format;
  if (!csv_has_headers) return '';
  const cells = columns.map(({ name }) =>
    [quote, separator, '\r', '\n'].some((special) => name.includes(special))
      ? `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
      : name,
  );
  return `${cells.join(separator)}\n`;
}
