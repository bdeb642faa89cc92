/**
 * Timeline: the messages of a place in order, for every feature that reads or changes them.
 * open/messages.store.ts reads messages and pages, open/answers.store.ts the messages that replies reply to (decision
 * 0045), open/change-in-place.ts changes a message under its place's lock.
 */

import type { Feature } from '../../../platform/feature.ts';
import { type MessageReaders, messageReaders } from './open/messages.store.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Reads the messages of a place. */
    messages: MessageReaders;
  }
}

export const timelineFeature: Feature = {
  provides: ({ services }) => ({ messages: messageReaders(services.database.pool) }),
};
