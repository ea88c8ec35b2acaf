import type { Draft } from './draft.ts';

/** Names of the limits of an import, as their inputs have them. */
export const LIMITS = {
  maxDeactivated: 'Pause before more are deactivated than',
  maxFailed: 'Pause when more rows fail than',
} as const;

/** Problem of the limit; null when there is none. */
export function limitProblem(text: string): string | null {
  const isLimit = /^(?:\d{1,15}|(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)%)?$/.test(text.trim());
  return isLimit ? null : 'Write a whole number such as 20, or a percentage such as 5%.';
}

/** Problems of the limits that prevent an import, as sentences with the names of their inputs. */
export function limitProblems({ deactivatesMissing, maxDeactivated, maxFailed }: Draft): string[] {
  const sent = { maxDeactivated: deactivatesMissing ? maxDeactivated : '', maxFailed };
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).flatMap((limit) => {
    const problem = limitProblem(sent[limit]);
    return problem === null ? [] : [`“${LIMITS[limit]}”: ${problem}`];
  });
}
