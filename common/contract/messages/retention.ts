import { z } from 'zod';
import { flag, limits, optional } from '../fields.ts';

/** Default of `autoDeleteDays`. */
export const defaultAutoDeleteDays = 7;

/** Fields of a workspace about the auto-deletion of messages. */
export const retention = {
  autoDelete: z.boolean().meta({
    description: 'Whether the last message of a channel is deleted once it is older than `autoDeleteDays`.',
    example: true,
  }),
  autoDeleteDays: z.number().int().meta({ example: 7 }),
};

/** The same fields as input, also from a form, which sends numbers as text. */
export const retentionSettings = {
  autoDelete: optional(flag),
  autoDeleteDays: optional(
    z.coerce.number().int().min(limits.autoDeleteDaysMin).max(limits.autoDeleteDaysMax).meta({ example: 7 }),
  ),
};
