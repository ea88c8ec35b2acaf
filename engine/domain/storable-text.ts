/** A text that Postgres can hold, also within JSON: without NUL, and without halves of surrogate pairs, which a cut may leave. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
