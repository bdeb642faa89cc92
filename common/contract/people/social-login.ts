import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like } from '../fields.ts';

export const socialProviders = ['google', 'facebook', 'oidc'] as const;
export type SocialProviderId = (typeof socialProviders)[number];

/** Why a provider let nobody in, as far as it may be told: in the address of the page it ends on. */
export const socialRefusals = ['banned', 'unverified', 'unavailable'] as const;
export type SocialRefusal = (typeof socialRefusals)[number];

export const SocialProvider = z
  .object({
    id: z.enum(socialProviders).meta({ description: 'A browser that goes to `/auth/{id}` begins to log in by it.' }),
    name: like('Google'),
  })
  .meta({ id: 'SocialProvider', description: 'Somebody else who can say who a person is.' });
export type SocialProvider = z.infer<typeof SocialProvider>;

export const socialLogin = {
  providers: endpoint({
    method: 'GET',
    path: '/auth/providers',
    access: access.public,
    summary: 'The providers one may log in by: those that are configured',
    output: z.object({ providers: z.array(SocialProvider) }),
    refuses: ['too_many_requests'],
  }),
};
