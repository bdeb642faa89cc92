/**
 * Mentions: the people that a message calls (a person, a role, everyone, the author it replies to), stored with the
 * message and notified after it.
 * open/mentions.ts finds the targets in a text, open/mentions.store.ts reads the recipients, mention-events.ts notifies
 * them. The inbox reads notifications from the same rows (decision 0031).
 */

import type { Feature } from '../../../platform/feature.ts';
import { MentionEvents } from './mention-events.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Notifies people of messages that mention them. */
    mentionEvents: MentionEvents;
  }
}

export const mentionsFeature: Feature = {
  provides: ({ services }) => ({ mentionEvents: new MentionEvents(services) }),
};
