import { z } from 'zod';
import { url } from './config-values.ts';

/** The bucket in which files are kept. Credentials come from where the SDK of AWS finds them, such as AWS_ACCESS_KEY_ID. */
export interface S3Settings {
  readonly bucket: string;
  /** Prefix of the names of all objects; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** Address of a service that is not AWS's. */
  readonly endpoint?: string | undefined;
}

/** The environment variables of the bucket. */
export const s3Variables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^(?:[\w.-]+\/)*$/,
      'must be empty or end with a slash, and have letters, digits, dots, hyphens and underscores',
    )
    .default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url(['http:', 'https:']).optional(),
};

/** The settings of the bucket; null when files are kept in a folder. */
export function toS3Settings(values: z.output<z.ZodObject<typeof s3Variables>>): S3Settings | null {
  const { S3_BUCKET: bucket, S3_PREFIX: prefix, S3_REGION: region, S3_ENDPOINT: endpoint } = values;
  return bucket === undefined ? null : { bucket, prefix, region, endpoint };
}

/** The environment variables from which the same settings are read. */
export function s3Environment(settings: S3Settings | null): Record<string, string | undefined> {
  if (settings === null) return {};
  const { bucket, prefix, region, endpoint } = settings;
  return { S3_BUCKET: bucket, S3_PREFIX: prefix, S3_REGION: region, S3_ENDPOINT: endpoint };
}
