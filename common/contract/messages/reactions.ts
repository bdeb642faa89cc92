import { z } from 'zod';
import { asEmoji, isReaction } from '../../rules/emoji.ts';
import { access, endpoint } from '../define.ts';
import { byId, limits } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { Message } from './messages.ts';

const oneEmoji: IssueCode = 'one_emoji';

/** One emoji, or the shortcode of a custom one. */
const reaction = z
  .string()
  .max(limits.reaction)
  .overwrite(asEmoji)
  .refine(isReaction, oneEmoji)
  .meta({ description: 'One emoji, or the shortcode of a custom one: “:tilleul:”.', example: '👍' });

export const reactions = {
  add: endpoint({
    method: 'POST',
    path: '/message/:id/reaction',
    access: access.message(),
    summary: 'Reacts to a message; the same emoji again takes it back',
    params: byId,
    body: z.object({ reaction }),
    output: z.object({ message: Message }),
    refuses: ['too_many_reactions', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message/:id/reaction',
    access: access.message(),
    summary: 'Takes a reaction of one’s own back',
    params: byId,
    query: z.object({ reaction }),
    output: z.object({ message: Message }),
    refuses: ['too_many_requests'],
  }),
};
