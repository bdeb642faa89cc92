/**
 * Codes sent by e-mail (OTP), the two-step code of a login among them; each has one purpose (`login`, `verify`, `link`,
 * `reset`). POST /otp/sent only queues a job, so that asking takes the same time for unknown accounts.
 * otp.ts handles: `check` takes a code, `finishLogin` ends a login, `makeTwoStepHold` verifies the setting. `tryCode` of
 * open/codes.ts checks each code (`spendTry` of otp.store.ts compares), spending.ts counts limits and tells owners,
 * proofs.ts keeps what a person proved (`pending`, `resetToken`). open/open-session.ts is the one way into an account
 * (decisions 0025, 0039); open/prove-address.ts notes a proven address (decision 0043).
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
