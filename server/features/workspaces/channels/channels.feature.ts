/**
 * Channels of a workspace: public, protected or private (decision 0047 for private ones).
 * Handlers: channels.ts; letting-in.ts adds people to a private channel through its dedicated role. SQL:
 * workspaces/structure/open/channels.store.ts, which other features use too. On the page: ChannelPeopleDialog.tsx.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { channels } from './channels.ts';

export const channelsFeature: Feature = {
  serves: serving(api.channels, channels),
};
