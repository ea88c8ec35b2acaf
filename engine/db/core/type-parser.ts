import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const INT4_ARRAY = 1007;

/** Returns the parser of a type: int8 and int8[] to numbers, timestamptz to Date, others as the driver does. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): ReturnType<typeof pg.types.getTypeParser> {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
  if (oid === INT8) return Number;
  // The parser of int4[] reads each entry as a JavaScript integer of any size.
  return pg.types.getTypeParser(oid === INT8_ARRAY ? INT4_ARRAY : oid, 'text');
}
