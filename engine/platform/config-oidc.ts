import { z } from 'zod';
import { wholeNumber } from './config-values.ts';

/** Settings of the single sign-on by a provider of OpenID Connect. */
export interface OidcSettings {
  /** The provider, as its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider on the button; null: the button names none. */
  readonly name: string | null;
  /** Domains of the addresses that sign in, in lower case; none: all. */
  readonly allowedDomains: readonly string[];
  /** The organization whose users sign in; null: those of all organizations. */
  readonly organizationId: number | null;
  /** Role of a user who is created at the first sign-in; null: none is. */
  readonly createRole: 'standard' | 'organization_admin' | null;
}

/** The environment variables of these settings. */
export const oidcVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(
      isIssuer,
      'must be a URL that begins with https:// (http:// for loopback), without user, query and fragment',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
  OIDC_ALLOWED_DOMAINS: z
    .string()
    .regex(
      /^[\w-]+(?:\.[\w-]+)+(?:\s*,\s*[\w-]+(?:\.[\w-]+)+)*$/,
      'must be domains with commas between them, for instance example.com,example.org',
    )
    .optional(),
  OIDC_ORGANIZATION: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  OIDC_CREATE_ROLE: z
    .enum(['standard', 'organization_admin'], {
      errorMap: () => ({ message: 'must be standard or organization_admin' }),
    })
    .optional(),
};

type Values = z.output<z.ZodObject<typeof oidcVariables>>;

/** Refuses settings that lack others. */
export function checkOidcVariables(
  values: Values & { PUBLIC_URL?: string | undefined; CONSOLE: boolean },
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: z.ZodIssueCode.custom, path: [name], message });
  const names = Object.keys(oidcVariables) as (keyof typeof oidcVariables)[];
  if (values.OIDC_ISSUER === undefined) {
    for (const name of names.filter((each) => values[each] !== undefined)) refuse(name, 'OIDC_ISSUER is not set');
    return;
  }
  const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter((name) => values[name] === undefined);
  if (missing.length > 0)
    refuse('OIDC_ISSUER', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`);
  if (values.PUBLIC_URL === undefined)
    refuse('OIDC_ISSUER', 'PUBLIC_URL, to which the provider leads back, is not set');
  if (!values.CONSOLE) refuse('OIDC_ISSUER', 'CONSOLE is false, and users sign in to the console');
  if (values.OIDC_CREATE_ROLE !== undefined && values.OIDC_ORGANIZATION === undefined) {
    refuse('OIDC_CREATE_ROLE', 'OIDC_ORGANIZATION, in which users are created, is not set');
  }
}

/** The settings by the values of their variables; null: there is no single sign-on. */
export function toOidcSettings(values: Values): OidcSettings | null {
  if (values.OIDC_ISSUER === undefined) return null;
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID ?? '',
    clientSecret: values.OIDC_CLIENT_SECRET ?? '',
    name: values.OIDC_NAME ?? null,
    allowedDomains: (values.OIDC_ALLOWED_DOMAINS ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((domain) => domain.trim() || []),
    organizationId: values.OIDC_ORGANIZATION ?? null,
    createRole: values.OIDC_CREATE_ROLE ?? null,
  };
}

/** The variables from which these settings are made. */
export function oidcEnvironment(settings: OidcSettings | null): Record<keyof typeof oidcVariables, string | number> {
  return {
    OIDC_ISSUER: settings?.issuer ?? '',
    OIDC_CLIENT_ID: settings?.clientId ?? '',
    OIDC_CLIENT_SECRET: settings?.clientSecret ?? '',
    OIDC_NAME: settings?.name ?? '',
    OIDC_ALLOWED_DOMAINS: settings?.allowedDomains.join(',') ?? '',
    OIDC_ORGANIZATION: settings?.organizationId ?? '',
    OIDC_CREATE_ROLE: settings?.createRole ?? '',
  };
}

/** Whether an address of a provider may be called: over TLS, or on this machine. */
export function isProtectedUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function isIssuer(text: string): boolean {
  if (!isProtectedUrl(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username === '' && password === '' && search === '' && hash === '';
}
