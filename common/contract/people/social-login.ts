import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like } from '../fields.ts';

/** Ids of the identity providers that can be configured. */
export const socialProviders = ['google', 'facebook', 'oidc'] as const;
/** Id of an identity provider. */
export type SocialProviderId = (typeof socialProviders)[number];

/** Reasons for a failed login by a provider, as they may appear in the query string of the page it returns to. */
export const socialRefusals = [
  'banned',
  'suspended',
  'stay-over',
  'unverified',
  'unavailable',
  'closed',
  'waiting',
] as const;
/** Reason of a failed login by a provider. */
export type SocialRefusal = (typeof socialRefusals)[number];

/** A configured identity provider. */
export const SocialProvider = z
  .object({
    id: z
      .enum(socialProviders)
      .meta({ description: 'A browser that opens `/auth/{id}` starts a login with this provider.' }),
    name: like('Google'),
  })
  .meta({ id: 'SocialProvider', description: 'An identity provider.' });
export type SocialProvider = z.infer<typeof SocialProvider>;

export const socialLogin = {
  providers: endpoint({
    method: 'GET',
    path: '/auth/providers',
    access: access.public,
    summary: 'Lists the configured identity providers',
    output: z.object({ providers: z.array(SocialProvider) }),
    refuses: ['too_many_requests'],
  }),
};
