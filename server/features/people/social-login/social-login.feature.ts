/**
 * Social login: Google, Facebook or any OpenID Connect provider. `/auth/{provider}` leads to the provider and back.
 * social-login.ts serves these pages; provider.ts asks the provider, userinfo.ts reads claims outside the token,
 * attempt.ts is the cookie that the browser brings back, enter.ts decides on entry (decision 0050: providers whose
 * e-mails are trusted). On the page, arrival.ts reads the result from a cookie, never from the address.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { serveSocialLogin, socialLogin } from './social-login.ts';

export const socialLoginFeature: Feature = {
  serves: serving(api.socialLogin, socialLogin),
  servesBeside: serveSocialLogin,
};
