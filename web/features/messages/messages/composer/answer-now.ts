import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { answeredNow } from '../../timeline/open/answered.ts';
import type { Timeline } from '../../timeline/open/timeline.ts';

/** Returns the current version of the message about to be answered. */
export const answerNow = (reply: Answered, timeline: Timeline | undefined): Answered =>
  timeline ? answeredNow(reply, id => timeline.messages.find(message => message._id === id), timeline.gone) : reply;
