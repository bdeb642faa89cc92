/**
 * Settings of the whole installation, as administrators choose them, with their history (decision 0068).
 * settings.ts changes and serves them, logo.ts serves the logo. All features read them by `services.settings`
 * (server/platform/settings/). SQL of the history: settings.history.store.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serveSettings } from './settings.ts';

export const settingsFeature: Feature = {
  serves: serveSettings,
};
