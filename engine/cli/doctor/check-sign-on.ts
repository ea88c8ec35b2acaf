import { OidcFault } from '../../oidc/fault.ts';
import { createOidcProvider } from '../../oidc/provider.ts';
import type { Config } from '../../platform/config.ts';
import { ok, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** Whether the provider of the single sign-on answers with the document of its issuer; none where there is no provider. */
export async function checkSignOn({ oidc, publicUrl = '' }: Pick<Config, 'oidc' | 'publicUrl'>): Promise<Finding[]> {
  if (oidc === null) return [];
  try {
    await createOidcProvider(oidc, publicUrl).check();
    return [ok('single sign-on', 'The provider answers, and is the issuer of the settings.')];
  } catch (error) {
    if (!(error instanceof OidcFault)) throw error;
    const text =
      error.kind === 'away'
        ? `The provider does not answer as one (${error.reason}): users sign in with their passwords alone.`
        : `The document of the provider is not valid, or names another issuer (${error.reason}).`;
    const remedy =
      'Start the provider, or correct OIDC_ISSUER: its address ends before /.well-known/openid-configuration.';
    return [wrong('single sign-on', text, remedy)];
  }
}
