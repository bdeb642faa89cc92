import { z } from 'zod';
import { flag, limits, optional } from '../fields.ts';

/** After how many days, in a workspace that says nothing else. */
export const defaultAutoDeleteDays = 7;

/** What a workspace says of the auto-deletion of its messages. */
export const retention = {
  autoDelete: z.boolean().meta({
    description: 'Whether the last message of a channel is deleted once it is older than `autoDeleteDays`.',
    example: true,
  }),
  autoDeleteDays: z.number().int().meta({ example: 7 }),
};

/** The same as settings: by a form too, whose numbers are texts. */
export const retentionSettings = {
  autoDelete: optional(flag),
  autoDeleteDays: optional(
    z.coerce.number().int().min(limits.autoDeleteDaysMin).max(limits.autoDeleteDaysMax).meta({ example: 7 }),
  ),
};
