import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { conversations } from './conversations.ts';

export const conversationsFeature: Feature = {
  serves: serving(api.conversations, conversations),
};
