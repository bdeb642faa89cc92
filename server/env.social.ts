import { wrongVariable } from './platform/processes/start-error.ts';

/** Provider of social login. */
export interface SocialProvider {
  /** Name on its button. */
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** Whether an e-mail counts as verified when the provider does not say so. */
  trustsEmails: boolean;
}

type Name = 'GOOGLE' | 'FACEBOOK' | 'OIDC';
type Given = { [Variable in `${Name}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`]?: string | undefined };

/**
 * Reads the three variables of a provider; undefined when none is set.
 * @throws StartError that names the missing variable
 */
export function provider(given: Given, name: Name, shown: string, usual?: string): SocialProvider | undefined {
  const [id, key, issuer] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`, `${name}_ISSUER`] as const;
  const [clientId, clientSecret, address] = [given[id], given[key], given[issuer] ?? usual];
  if (!clientId && !clientSecret && !given[issuer]) return undefined;
  if (!clientId) throw wrongVariable(id, `à donner avec ${clientSecret ? key : issuer}`);
  if (!clientSecret) throw wrongVariable(key, `à donner avec ${id}`);
  if (!address) throw wrongVariable(issuer, `à donner avec ${id}`);
  return { name: shown, clientId, clientSecret, issuer: address, trustsEmails: false };
}

/** Hosts of Microsoft Entra in its clouds: the first part of the path is the tenant. */
const entraHosts =
  /^(login\.(microsoftonline\.(com|us|de)|windows\.net|microsoft\.com|partner\.microsoftonline\.cn|chinacloudapi\.cn)|sts\.windows\.net)$/;
/**
 * Tenants open to everybody: their names, the tenant of personal accounts, and the placeholder of discovery documents.
 */
const everybody = /^(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|\{.*\})?$/;

/** Tells whether an issuer serves tenants that anybody may open: such a tenant could claim any address. */
export function hasSeveralTenants(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  const [, tenant = ''] = decodeURIComponent(pathname).toLowerCase().split('/');
  return entraHosts.test(hostname) && everybody.test(tenant);
}

/**
 * Tells whether e-mails of the OIDC provider are trusted although it does not mark them as verified.
 * @throws StartError when they should be, without a provider or with a provider of several tenants
 */
export function trustsEmails(wanted: boolean, oidc: SocialProvider | undefined): boolean {
  if (!wanted) return false;
  if (!oidc) throw wrongVariable('OIDC_TRUST_EMAILS', 'à donner avec OIDC_CLIENT_ID');
  if (hasSeveralTenants(oidc.issuer))
    throw wrongVariable(
      'OIDC_TRUST_EMAILS',
      'on ne vaut que si OIDC_ISSUER est celui d’un seul locataire (https://login.microsoftonline.com/VOTRE-LOCATAIRE/v2.0)',
    );
  return true;
}
