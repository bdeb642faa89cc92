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
