import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { ask } from './asking.ts';
import { Refused } from './refused.ts';

/** Tolerated difference between the clocks of a provider and of this machine. */
export const toleranceSeconds = 30;

/**
 * Fetches the claims that a provider keeps out of the token. A signed answer is trusted once its signature, issuer and
 * audience are verified; a plain one came over the provider's own https.
 * @throws Refused when the answer is about somebody else
 */
export async function askWhoTheyAre(
  config: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  const address = new URL(config.serverMetadata().userinfo_endpoint ?? '');
  const accepted = new Headers({ accept: 'application/json, application/jwt' });
  const response = await client.fetchProtectedResource(config, accessToken, address, 'GET', null, accepted);
  if (response.status !== 200) throw new Refused(`userinfo answered ${response.status}`);
  const signed = /^application\/jwt\b/i.test(response.headers.get('content-type') ?? '');
  const told = signed ? await verified(config, await response.text()) : ((await response.json()) as unknown);
  if (typeof told !== 'object' || told === null) throw new Refused('userinfo is no object');
  const claims = told as Record<string, unknown>;
  if (claims.sub !== subject) throw new Refused('userinfo of somebody else');
  return claims;
}

async function verified(config: client.Configuration, jwt: string): Promise<unknown> {
  const { issuer, jwks_uri: keys } = config.serverMetadata();
  if (!keys) throw new Refused('a provider that signs and shows no keys');
  const { client_id: audience } = config.clientMetadata();
  const { payload } = await jwtVerify(jwt, createRemoteJWKSet(new URL(keys), { [customFetch]: ask as typeof fetch }), {
    issuer,
    audience,
    clockTolerance: toleranceSeconds,
  });
  return payload;
}
