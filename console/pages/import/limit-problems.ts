import type { Draft } from './draft.ts';

/** Names of the guards of an import, as their inputs have them. */
export const GUARDS = {
  maxDeactivated: 'Pause before more are deactivated than',
  maxFailed: 'Pause when more rows fail than',
} as const;

/** Problem of the limit of a guard; null when there is none. */
export function limitProblem(text: string): string | null {
  const isLimit = /^(?:\d{1,15}|(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)%)?$/.test(text.trim());
  return isLimit ? null : 'Write a whole number such as 20, or a percentage such as 5%.';
}

/** Problems of the guards that prevent an import, as sentences with the names of their inputs. */
export function limitProblems({ deactivatesMissing, maxDeactivated, maxFailed }: Draft): string[] {
  const sent = { maxDeactivated: deactivatesMissing ? maxDeactivated : '', maxFailed };
  return (Object.keys(GUARDS) as (keyof typeof GUARDS)[]).flatMap((guard) => {
    const problem = limitProblem(sent[guard]);
    return problem === null ? [] : [`“${GUARDS[guard]}”: ${problem}`];
  });
}
