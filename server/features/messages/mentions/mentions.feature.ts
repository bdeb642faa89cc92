/**
 * Mentions: whom a message calls (a person, a role, everyone, the author it replies to), stored with it and told to
 * them after it.
 * open/mentions.ts finds whom a text calls, open/mentions.store.ts reads who hears, mention-events.ts tells them. The inbox
 * reads notifications from the same rows (decision 0031).
 */

import type { Feature } from '../../../platform/feature.ts';
import { MentionEvents } from './mention-events.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Tells people of messages that call them. */
    mentionEvents: MentionEvents;
  }
}

export const mentionsFeature: Feature = {
  provides: ({ services }) => ({ mentionEvents: new MentionEvents(services) }),
};
