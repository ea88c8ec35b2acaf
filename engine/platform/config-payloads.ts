import { z } from 'zod';
import { wholeNumber } from './config-values.ts';

/** A key that encrypts payloads in Temporal: 32 bytes in base64, under an id that is stored with each payload. */
export interface PayloadKey {
  readonly id: string;
  readonly key: string;
}

/** The encryption of payloads in Temporal, and the codec server that decrypts them for the Temporal UI. */
export interface PayloadSettings {
  /** The first encrypts, all decrypt; none: payloads are plain. */
  readonly payloadKeys: readonly PayloadKey[];
  readonly codecPort: number;
  readonly codecHost: string;
  /** The origins of the Temporal UI, whose pages may call the codec server; none: no page may. */
  readonly codecOrigins: readonly string[];
  /** The bearer token that calls of the codec server need; unset: none. */
  readonly codecToken?: string | undefined;
}

const KEYS_RULE =
  'must be id:key pairs with commas between them, a key being 32 bytes in base64 and no id used twice; create a key with "openssl rand -base64 32"';

/** The environment variables of the encryption of payloads. */
export const payloadVariables = {
  PAYLOAD_KEYS: z
    .string()
    .refine((text) => parseKeys(text) !== null, KEYS_RULE)
    .optional(),
  CODEC_PORT: wholeNumber(0, 65_535).default('8081'),
  CODEC_HOST: z.string().default('127.0.0.1'),
  CODEC_ORIGIN: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be origins with commas between them, for instance https://temporal.example.com',
    )
    .optional(),
  CODEC_TOKEN: z
    .string()
    .min(32, 'must have at least 32 characters; create one with "openssl rand -hex 32"')
    .optional(),
};

/** Reads the settings from the parsed variables. */
export function toPayloadSettings(values: z.output<z.ZodObject<typeof payloadVariables>>): PayloadSettings {
  return {
    payloadKeys: parseKeys(values.PAYLOAD_KEYS ?? '') ?? [],
    codecPort: values.CODEC_PORT,
    codecHost: values.CODEC_HOST,
    codecOrigins: values.CODEC_ORIGIN ?? [],
    codecToken: values.CODEC_TOKEN,
  };
}

/** The variables from which these very settings are read. */
export function payloadEnvironment(
  settings: PayloadSettings,
): Record<keyof typeof payloadVariables, string | number | undefined> {
  return {
    PAYLOAD_KEYS: settings.payloadKeys.map(({ id, key }) => `${id}:${key}`).join(','),
    CODEC_PORT: settings.codecPort,
    CODEC_HOST: settings.codecHost,
    CODEC_ORIGIN: settings.codecOrigins.join(','),
    CODEC_TOKEN: settings.codecToken,
  };
}

/** Null when the text does not follow KEYS_RULE. */
function parseKeys(text: string): PayloadKey[] | null {
  if (text === '') return [];
  const keys = text.split(',').map((pair) => /^\s*([\w.-]{1,60}):([A-Za-z0-9+/]{43}=)\s*$/.exec(pair));
  const parsed = keys.flatMap((match) => (match === null ? [] : [{ id: match[1] ?? '', key: match[2] ?? '' }]));
  const ids = new Set(parsed.map(({ id }) => id));
  return ids.size === keys.length ? parsed : null;
}
