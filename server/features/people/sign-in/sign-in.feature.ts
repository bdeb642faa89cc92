/**
 * Sign-in: registering, logging in and out, checking a token.
 * Handlers: sign-in.ts; every way into an account ends in `signIn` of people/otp/open/open-session.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { endpoints, signInHandlers } from './sign-in.ts';

export const signInFeature: Feature = {
  serves: serving(endpoints, signInHandlers),
};
