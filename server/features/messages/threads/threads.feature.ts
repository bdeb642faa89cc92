/**
 * Threads: replies under a message, in a place of their own that has the id of the message (decision 0060).
 * Handlers: threads.ts; SQL: threads.store.ts. thread-events.ts announces the state of a thread, at most once a second.
 * Replies are posted, paged and deleted as messages of any place, by messages/messages and messages/timeline;
 * timeline/open/threads.store.ts adds the threads' states to a page of messages.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { ThreadEvents } from './thread-events.ts';
import { threads } from './threads.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    threadEvents: ThreadEvents;
  }
}

export const threadsFeature: Feature = {
  provides: ({ services }) => ({ threadEvents: new ThreadEvents(services) }),
  serves: serving(api.threads, threads),
  jobs: ({ services }) => [
    { name: 'threads.tellLeft', cron: '* * * * *', run: () => services.threadEvents.tellLeft() },
  ],
  hearsEvents:
    ({ threadEvents }) =>
    event =>
      threadEvents.hear(event),
  ends: async ({ threadEvents }) => threadEvents.end(),
};
