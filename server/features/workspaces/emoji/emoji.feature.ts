/**
 * Custom emoji of a workspace: up to 200 pictures, each under a name such as `:tilleul:`.
 * Handlers: emoji.ts; SQL: open/emoji.store.ts. On the page: web/features/workspaces/emoji/; the standard
 * emoji, with their names and keywords, come from web/vite/emoji-data.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { emoji } from './emoji.ts';

export const emojiFeature: Feature = {
  serves: serving(api.emoji, emoji),
};
