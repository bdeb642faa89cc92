import { email as emailField, limits, text } from '@palabre/common/contract/fields.ts';
import type { SocialProviderId } from '@palabre/common/contract/people/social-login.ts';
import * as client from 'openid-client';
import type { SocialProvider } from '../../../env.social.ts';
import { answerWithinSeconds, ask, isHere } from './asking.ts';
import type { Attempt } from './attempt.ts';
import { Refused } from './refused.ts';
import { askWhoTheyAre, toleranceSeconds } from './userinfo.ts';

/** Person as a provider names them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider verified the e-mail; undefined when it does not say. */
  verified: boolean | undefined;
  firstName: string;
  lastName: string;
  picture: string | undefined;
}

/**
 * Endpoint and method of the exchange of codes, which Facebook's discovery lacks:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token.
 */
const facebookLacks = {
  token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
  token_endpoint_auth_methods_supported: ['client_secret_post'],
};
const scopes: Record<SocialProviderId, string> = {
  google: 'openid email profile',
  facebook: 'openid email public_profile',
  oidc: 'openid email profile',
};
/** Scopes of ProConnect, which refuses the usual ones. */
const proConnectScopes = 'openid email given_name usual_name';
const knownForMs = 60 * 60_000;

/** Tells whether a provider behaves like ProConnect, which also refuses PKCE; the nonce replaces it. */
function isLikeProConnect({ scopes_supported: scopes }: client.ServerMetadata): boolean {
  return Boolean(scopes?.includes('usual_name') && !scopes.includes('profile'));
}

/** OpenID Connect client of one provider, discovered at the first login. */
export class Provider {
  private found: { at: number; config: Promise<client.Configuration> } | undefined;

  constructor(
    readonly id: SocialProviderId,
    private readonly chosen: SocialProvider,
    /** Callback address, to which the browser returns. */
    private readonly callback: string,
  ) {}

  /** Builds the provider's address for the browser's redirect. */
  async address({ state, nonce, verifier }: Attempt): Promise<URL> {
    const config = await this.config();
    const asked = { redirect_uri: this.callback, state, nonce };
    if (isLikeProConnect(config.serverMetadata()))
      return client.buildAuthorizationUrl(config, { ...asked, scope: proConnectScopes });
    return client.buildAuthorizationUrl(config, {
      ...asked,
      scope: scopes[this.id],
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  /** Exchanges the code that the browser brought back for the person's identity. */
  async identity(query: string, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const config = await this.config();
    const server = config.serverMetadata();
    const tokens = await client.authorizationCodeGrant(config, new URL(`${this.callback}?${query}`), {
      ...(!isLikeProConnect(server) && { pkceCodeVerifier: verifier }),
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Refused('no id token');
    const asks = claims.email === undefined && server.userinfo_endpoint !== undefined;
    const more = asks ? await askWhoTheyAre(config, tokens.access_token, claims.sub) : {};
    return identityOf({ ...more, ...claims }, this.chosen.trustsEmails);
  }

  private config(): Promise<client.Configuration> {
    if (this.found && Date.now() - this.found.at < knownForMs) return this.found.config;
    const found = { at: Date.now(), config: this.discover() };
    this.found = found;
    found.config.catch(() => {
      if (this.found === found) this.found = undefined;
    });
    return found.config;
  }

  private async discover(): Promise<client.Configuration> {
    const { clientId, clientSecret, issuer } = this.chosen;
    const here = isHere(new URL(issuer));
    const execute = here ? [client.allowInsecureRequests] : [];
    const options = { execute, timeout: answerWithinSeconds, [client.customFetch]: ask };
    const asked = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch(cause => {
      throw new Refused(
        `discovery failed: ${(cause as { code?: string }).code ?? (cause as Error).name}`,
        'unavailable',
      );
    });
    const { supportsPKCE: _, ...told } = asked.serverMetadata();
    const server = { ...(this.id === 'facebook' && facebookLacks), ...told };
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const prove = methods.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic;
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: toleranceSeconds };
    const config = new client.Configuration(server, clientId, metadata, prove(clientSecret));
    config.timeout = answerWithinSeconds;
    config[client.customFetch] = ask;
    for (const set of execute) set(config);
    // The library trusts the TLS of the exchange alone unless it is told to verify the signatures of ID tokens too.
    client.enableNonRepudiationChecks(config);
    return config;
  }
}

const textOf = (value: unknown): string | undefined => text(limits.name, 1).safeParse(value).data;

/** @param trusted whether an e-mail counts as verified when the provider does not say */
function identityOf(claims: Record<string, unknown> & Pick<client.IDToken, 'iss' | 'sub'>, trusted: boolean): Identity {
  const email = emailField.safeParse(claims.email).data;
  const [first = '', ...others] = (textOf(claims.name) ?? '').split(/\s+/);
  const verified = claims.email_verified;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    // Some providers write the boolean as text.
    verified: verified === undefined ? trusted || undefined : verified === true || verified === 'true',
    firstName: textOf(claims.given_name) ?? (first || (email?.split('@')[0] ?? '').slice(0, limits.name)),
    lastName: textOf(claims.family_name) ?? textOf(claims.usual_name) ?? others.join(' '),
    picture: typeof claims.picture === 'string' && URL.canParse(claims.picture) ? claims.picture : undefined,
  };
}
