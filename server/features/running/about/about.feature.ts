/**
 * About: GET /licences lists the packages that Palabre is made with. The build lists them (tools/packages.mjs) in a file
 * beside the built server; about.ts answers it. The page shows them in general settings (web/features/running/about/).
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { about } from './about.ts';

export const aboutFeature: Feature = {
  serves: serving(api.about, about),
};
