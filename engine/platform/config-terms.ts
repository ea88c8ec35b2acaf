import { z } from 'zod';
import { flag, url, wholeNumber } from './config-values.ts';

/** The terms and conditions to which users agree: their text, the address of it, or both. */
export interface TermsSettings {
  readonly version: number;
  /** Whether a user who agreed to an earlier version agrees again. */
  readonly isRequiredOnUpdates: boolean;
  readonly text: string | null;
  readonly url: string | null;
}

/** An environment variable of Linux has at most 128 KiB. */
const TERMS_CHARACTERS = 30_000;

/** The environment variables of the terms. */
export const termsVariables = {
  TERMS_AND_CONDITIONS: flag().default('false'),
  TERMS_AND_CONDITIONS_VERSION: wholeNumber(0, Number.MAX_SAFE_INTEGER).default('1'),
  TERMS_AND_CONDITIONS_REQUIRE_ON_UPDATES: flag().default('false'),
  TERMS_AND_CONDITIONS_URL: url(['http:', 'https:']).optional(),
  TERMS_AND_CONDITIONS_TEXT: z
    .string()
    .max(
      TERMS_CHARACTERS,
      `must have at most ${TERMS_CHARACTERS} characters; set TERMS_AND_CONDITIONS_URL for a longer text`,
    )
    .optional(),
};

type Values = z.output<z.ZodObject<typeof termsVariables>>;

/** Refuses terms that cannot be read. */
export function checkTermsVariables(values: Values, context: z.RefinementCtx): void {
  const { TERMS_AND_CONDITIONS: hasTerms, TERMS_AND_CONDITIONS_TEXT: text, TERMS_AND_CONDITIONS_URL: address } = values;
  if (!hasTerms || text !== undefined || address !== undefined) return;
  const message = 'neither TERMS_AND_CONDITIONS_TEXT nor TERMS_AND_CONDITIONS_URL is set';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['TERMS_AND_CONDITIONS'], message });
}

/** The settings of the terms; null: there are none. */
export function toTermsSettings(values: Values): TermsSettings | null {
  if (!values.TERMS_AND_CONDITIONS) return null;
  return {
    version: values.TERMS_AND_CONDITIONS_VERSION,
    isRequiredOnUpdates: values.TERMS_AND_CONDITIONS_REQUIRE_ON_UPDATES,
    text: values.TERMS_AND_CONDITIONS_TEXT ?? null,
    url: values.TERMS_AND_CONDITIONS_URL ?? null,
  };
}

/** The variables from which the same settings are read. */
export function termsEnvironment(
  terms: TermsSettings | null,
): Record<keyof typeof termsVariables, string | number | boolean> {
  return {
    TERMS_AND_CONDITIONS: terms !== null,
    TERMS_AND_CONDITIONS_VERSION: terms?.version ?? '',
    TERMS_AND_CONDITIONS_REQUIRE_ON_UPDATES: terms?.isRequiredOnUpdates ?? '',
    TERMS_AND_CONDITIONS_URL: terms?.url ?? '',
    TERMS_AND_CONDITIONS_TEXT: terms?.text ?? '',
  };
}
