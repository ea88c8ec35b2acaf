/** A name of a machine in words: "cancelling_jobs" and "mergedInline" have spaces. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
