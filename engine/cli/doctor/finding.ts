/** The gravity of a finding: `wrong` stops or will stop work, `warning` may. */
export type Health = 'ok' | 'warning' | 'wrong';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: Health;
  /** Figures, ids and names of ours: no address, no secret and no text of a client. `remedy` likewise. */
  readonly text: string;
  /** The remedy; null when there is nothing to do. */
  readonly remedy: string | null;
  /** The words of a server or of a setting, which may contain addresses; for the operator's terminal only. */
  readonly detail?: string;
}

/** A finding that needs no action. */
export function ok(check: string, text: string): Finding {
  return { check, state: 'ok', text, remedy: null };
}

/** Something that may stop work. */
export function warning(check: string, text: string, remedy: string): Finding {
  return { check, state: 'warning', text, remedy };
}

/** Something that stops work, or soon will. */
export function wrong(check: string, text: string, remedy: string, detail?: string): Finding {
  return { check, state: 'wrong', text, remedy, ...(detail !== undefined && { detail }) };
}

/** The gravest of the findings. */
export function gravest(findings: readonly Finding[]): Health {
  const has = (state: Health) => findings.some((each) => each.state === state);
  return has('wrong') ? 'wrong' : has('warning') ? 'warning' : 'ok';
}

/** The findings as lines of a terminal: state, check, text; below it the detail and the remedy. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ check, state, text, remedy, detail }) => [
    `${state.padEnd(8)} ${check.padEnd(18)} ${text}`,
    ...(detail === undefined ? [] : detail.split('\n').map((line) => `${INDENT}${line}`)),
    ...(remedy === null ? [] : [`${INDENT}what to do: ${remedy}`]),
  ]);
}

const INDENT = ' '.repeat(28);
