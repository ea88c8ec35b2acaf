import { z } from 'zod';
import { wholeNumber } from './config-values.ts';
import { setting } from './setting-table.ts';
import type { ValuesOf } from './setting-table.ts';

/** A key that encrypts payloads in Temporal: 32 bytes in base64, under an id that is stored with each payload. */
export interface PayloadKey {
  readonly id: string;
  readonly key: string;
}

const KEYS_RULE =
  'must be id:key pairs with commas between them, a key being 32 bytes in base64 and no id used twice; create a key with "openssl rand -base64 32"';

/** The encryption of payloads in Temporal, and the codec server that decrypts them for the Temporal UI. */
export const PAYLOAD_SETTINGS = {
  /** The first encrypts, all decrypt; none: payloads are plain. */
  payloadKeys: setting(
    'PAYLOAD_KEYS',
    z
      .string()
      .refine((text) => parseKeys(text) !== null, KEYS_RULE)
      .optional()
      .transform((text): readonly PayloadKey[] => parseKeys(text ?? '') ?? []),
    (keys) => keys.map(({ id, key }) => `${id}:${key}`).join(','),
  ),
  codecPort: setting('CODEC_PORT', wholeNumber(0, 65_535).default('8081')),
  codecHost: setting('CODEC_HOST', z.string().default('127.0.0.1')),
  /** The origins of the Temporal UI, whose pages may call the codec server; none: no page may. */
  codecOrigins: setting(
    'CODEC_ORIGIN',
    z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
        'must be origins with commas between them, for instance https://temporal.example.com',
      )
      .optional()
      .transform((origins): readonly string[] => origins ?? []),
  ),
  /** The bearer token that calls of the codec server need; unset: none. */
  codecToken: setting(
    'CODEC_TOKEN',
    z.string().min(32, 'must have at least 32 characters; create one with "openssl rand -hex 32"').optional(),
  ),
};

/** The encryption of payloads, and the codec server. */
export type PayloadSettings = ValuesOf<typeof PAYLOAD_SETTINGS>;

/** Null when the text does not follow KEYS_RULE. */
function parseKeys(text: string): PayloadKey[] | null {
  if (text === '') return [];
  const keys = text.split(',').map((pair) => /^\s*([\w.-]{1,60}):([A-Za-z0-9+/]{43}=)\s*$/.exec(pair));
  const parsed = keys.flatMap((match) => (match === null ? [] : [{ id: match[1] ?? '', key: match[2] ?? '' }]));
  const ids = new Set(parsed.map(({ id }) => id));
  return ids.size === keys.length ? parsed : null;
}
