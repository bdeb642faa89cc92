/**
 * First settings (« Premiers réglages »): questions to an administrator on their first visit, once for an installation:
 * who may register, name and logo, the address for help, a test of mails, a first backup (decision 0068).
 * setup.ts serves the steps without an endpoint in another feature; mail-test.ts writes the test mail.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { setup } from './setup.ts';

export const setupFeature: Feature = {
  serves: serving(api.setup, setup),
};
