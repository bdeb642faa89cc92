import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { emoji } from './emoji.ts';

export const emojiFeature: Feature = {
  serves: serving(api.emoji, emoji),
};
