import { wrongVariable } from './platform/processes/start-error.ts';

/** A provider of social login. */
export interface SocialProvider {
  /** As its button calls it. */
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** Whether an e-mail of which it does not say whether it has verified it counts as verified. */
  trustsEmails: boolean;
}

type Name = 'GOOGLE' | 'FACEBOOK' | 'OIDC';
type Given = { [Variable in `${Name}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`]?: string | undefined };

/**
 * Reads the three variables of a provider; undefined when none is set.
 * @throws StartError that names the one that lacks
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

/** Hosts of Microsoft Entra, in its clouds: the tenant is the first part of the path. */
const entraHosts =
  /^(login\.(microsoftonline\.(com|us|de)|windows\.net|microsoft\.com|partner\.microsoftonline\.cn|chinacloudapi\.cn)|sts\.windows\.net)$/;
/** What stands there for everybody: names, the tenant of personal accounts, and what a document has in place of one. */
const everybody = /^(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|\{.*\})?$/;

/** Whether an issuer speaks for tenants that anybody may open: one of them could give any address to anybody. */
export function hasSeveralTenants(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  const [, tenant = ''] = decodeURIComponent(pathname).toLowerCase().split('/');
  return entraHosts.test(hostname) && everybody.test(tenant);
}

/**
 * Whether the addresses of the chosen provider are believed without a word of it.
 * @throws StartError when they are to be and there is no provider, or one of several tenants
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
