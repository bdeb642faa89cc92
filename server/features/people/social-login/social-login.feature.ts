import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { serveSocialLogin, socialLogin } from './social-login.ts';

export const socialLoginFeature: Feature = {
  serves: serving(api.socialLogin, socialLogin),
  servesBeside: serveSocialLogin,
};
