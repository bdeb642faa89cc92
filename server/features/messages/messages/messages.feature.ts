/**
 * Messages: post, read, edit, delete, typing. posts.ts takes a post: checks it (judging.ts), then stores and emits it
 * in a batch with other posts (decision 0003), in a lane for each place (lanes.ts); refuse-unseen.ts refuses at once
 * people who may not see the place.
 * Handlers: messages.ts; linked.ts makes previews of links, typing.ts « X écrit… », posts.files.ts posts with files.
 * SQL of reading: timeline/open/messages.store.ts; of posting: posts.store.ts, posts.statements.ts,
 * posts.threads.store.ts.
 */

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
    /** Numbers of catch-ups of places, by answer: changes, or a restart from scratch. */
    catchUps: { changes: number; restart: number };
  }
}

export const messagesFeature: Feature = {
  provides: ({ services }) => {
    const { database, mentionEvents } = services;
    // Posts take connections that no slower work holds.
    const posts = new PostQueue({ ...services, database: { ...database, pool: database.first } }, mentionEvents);
    return { posts, catchUps: { changes: 0, restart: 0 } };
  },
  serves: serving(api.messages, messages),
  measures: ({ posts, catchUps }, metrics) => {
    metrics.total('palabre_posts_total', 'Messages posted', () => posts.stored);
    const help = 'Requests for what changed in a place since one knew it, by answer: the changes, or to start over';
    metrics.totals('palabre_catch_ups_total', help, ['answer'], () =>
      Object.entries(catchUps).map(([answer, count]) => [{ answer }, count] as const),
    );
  },
  hearsSockets: ({ database, broadcaster, logger, underWay }) => {
    const typing = new Typing(database.first, broadcaster, createSparing(logger));
    return { typing: (...said) => void underWay.run(() => typing.say(...said)) };
  },
};
