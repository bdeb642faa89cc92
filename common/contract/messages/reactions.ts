import { z } from 'zod';
import { asEmoji, isReaction } from '../../rules/messages/emoji.ts';
import { access, endpoint } from '../define.ts';
import { byId, limits } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { Message } from './messages.ts';

const oneEmoji: IssueCode = 'one_emoji';

/** One emoji, or the shortcode of a custom emoji. */
const reaction = z
  .string()
  .max(limits.reaction)
  .overwrite(asEmoji)
  .refine(isReaction, oneEmoji)
  .meta({ description: 'One emoji, or the shortcode of a custom emoji: “:tilleul:”.', example: '👍' });

export const reactions = {
  add: endpoint({
    method: 'POST',
    path: '/message/:id/reaction',
    access: access.message(),
    guests: true,
    summary: 'Adds a reaction to a message; a second call with the same emoji removes the reaction',
    params: byId,
    body: z.object({ reaction }),
    output: z.object({ message: Message }),
    refuses: ['too_many_reactions', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message/:id/reaction',
    access: access.message(),
    guests: true,
    summary: 'Removes a reaction of the caller’s',
    params: byId,
    query: z.object({ reaction }),
    output: z.object({ message: Message }),
    refuses: ['too_many_requests'],
  }),
};
