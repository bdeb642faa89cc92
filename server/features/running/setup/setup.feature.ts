/**
 * First settings (« Premiers réglages »): what an administrator is asked on their first visit, once for an installation:
 * who may register, name and logo, the address for help, a test of mails, a first backup (decision 0068).
 * setup.ts serves what other features have no endpoint for; mail-test.ts writes the test mail.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { setup } from './setup.ts';

export const setupFeature: Feature = {
  serves: serving(api.setup, setup),
};
