/**
 * Timeline: the messages of a place in order, for every feature that reads or changes them.
 * open/messages.store.ts reads messages, open/answers.store.ts the messages that replies reply to (decision 0045),
 * open/message-pages.store.ts pages, open/thread-states.store.ts the state of the threads under them (decision 0060),
 * and open/pages.ts makes answers of pages.
 * open/change-in-place.ts changes a message under its place's lock; open/twins.ts changes a reply together with its
 * copy in the channel, and open/deletion.ts deletes a message.
 */

import type { Feature } from '../../../platform/feature.ts';
import { type MessageReaders, messageReaders } from './open/message-pages.store.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Reads the messages of a place. */
    messages: MessageReaders;
  }
}

export const timelineFeature: Feature = {
  provides: ({ services }) => ({ messages: messageReaders(services.database.pool) }),
};
