import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { codeJobs } from './code-jobs.ts';
import { otp } from './otp.ts';

export const otpFeature: Feature = {
  serves: serving(api.otp, otp),
  jobs: ({ services }) => codeJobs(services),
};
