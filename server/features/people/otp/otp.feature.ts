/**
 * Codes sent by e-mail (OTP), including the two-step code of a login; each has one purpose (`login`, `verify`, `link`,
 * `reset`). POST /otp/sent only queues a job, so that the response time is the same for unknown accounts.
 * otp.ts handles: `check` takes a code, `finishLogin` ends a login, `makeTwoStepHold` verifies the setting. `tryCode`
 * of open/codes.ts checks each code (`spendTry` of otp.store.ts compares), spending.ts counts limits and warns owners,
 * proofs.ts stores proofs (`pending`, `resetToken`). open/open-session.ts is the only way into an account (decisions
 * 0025, 0039); open/prove-address.ts records a proven address (decision 0043).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { codeJobs } from './code-jobs.ts';
import { otp } from './otp.ts';

export const otpFeature: Feature = {
  serves: serving(api.otp, otp),
  jobs: ({ services }) => codeJobs(services),
};
