import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { createSparing } from '../../../platform/pacing/sparing.ts';
import { messages } from './messages.ts';
import { PostQueue } from './posts.ts';
import { Typing } from './typing.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    posts: PostQueue;
  }
}

export const messagesFeature: Feature = {
  provides: ({ services }) => {
    const { database, calls } = services;
    // Posts take connections that no slower work waits for.
    const posts = new PostQueue({ ...services, database: { ...database, pool: database.first } }, calls);
    return { posts };
  },
  serves: serving(api.messages, messages),
  hearsSockets: ({ database, broadcaster, logger, underWay }) => {
    const typing = new Typing(database.first, broadcaster, createSparing(logger));
    return { typing: (...said) => void underWay.run(() => typing.say(...said)) };
  },
};
