import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Commands of a document, and what it shows that they answer. */
export interface Step {
  readonly commands: string;
  readonly answers: readonly Answer[];
}

/** A line of the answer as it is shown, and what it has to match: of JSON the keys that are shown. */
export interface Answer {
  readonly matches: unknown;
}

/**
 * Reads the code blocks of a document: each `sh` block is a step, the `json` and `text` blocks behind it are its answers.
 * What stands for the reader's machine is replaced first; all of it must be there.
 */
export async function readSteps(path: string, replacements: Readonly<Record<string, string>>): Promise<Step[]> {
  let document = await readFile(path, 'utf8');
  for (const [shown, real] of Object.entries(replacements)) {
    expect(document).toContain(shown);
    document = document.replaceAll(shown, real);
  }
  const steps: { commands: string; answers: Answer[] }[] = [];
  for (const [, language, content = ''] of document.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (language === 'sh') steps.push({ commands: content, answers: [] });
    else if (language === 'json') steps.at(-1)?.answers.push(...valuesOf(content));
    else if (language === 'text') steps.at(-1)?.answers.push(...linesOf(content));
    else throw new Error(`A block of ${language} is neither commands nor an answer.`);
  }
  return steps;
}

/** A block may show several objects; each begins at the start of a line. */
function valuesOf(block: string): Answer[] {
  return block.split(/^(?=\{)/m).map((json) => ({ matches: toMatcher(JSON.parse(json)) }));
}

function linesOf(block: string): Answer[] {
  return block
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ matches: line }));
}

const ANYTHING = '…';

function toMatcher(shown: unknown): unknown {
  if (shown === ANYTHING) return expect.anything();
  if (Array.isArray(shown)) return shown.map(toMatcher);
  if (typeof shown !== 'object' || shown === null) return shown;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, toMatcher(value)])),
  );
}
