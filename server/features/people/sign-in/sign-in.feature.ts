import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { endpoints, signingIn } from './sign-in.ts';

export const signInFeature: Feature = {
  serves: serving(endpoints, signingIn),
};
