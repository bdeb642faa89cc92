/**
 * Sign-in: registering, logging in and out, checking a token.
 * Handlers: sign-in.ts; every way into an account ends in people/otp/open/sign-in.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { endpoints, signingIn } from './sign-in.ts';

export const signInFeature: Feature = {
  serves: serving(endpoints, signingIn),
};
