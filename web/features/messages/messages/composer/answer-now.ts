import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { answeredNow } from '../../timeline/open/answered.ts';
import type { Timeline } from '../../timeline/open/timeline.ts';

/** What one is about to answer, as it is known in its place. */
export const answerNow = (reply: Answered, timeline: Timeline | undefined): Answered =>
  timeline ? answeredNow(reply, id => timeline.messages.find(message => message._id === id), timeline.gone) : reply;
