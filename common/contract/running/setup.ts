import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like, time } from '../fields.ts';

/** First settings: questions to an administrator on their first visit. */
export const Setup = z
  .object({
    isDone: z.boolean().meta({ description: 'Whether it was answered, or put off; nobody is asked again.' }),
    mails: z.enum(['smtp', 'outbox']).meta({ description: 'Mails leave by a mail server, or wait as files.' }),
    backup: z.object({
      place: like('/var/backups/palabre').nullable().meta({ description: 'null when none is configured.' }),
      newest: time.nullable().meta({ description: 'When the newest backup was made.' }),
      isRunning: z.boolean().meta({ description: 'Whether one waits or is being made.' }),
    }),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof Setup>;

/** Outcomes of a test mail. */
export const mailResults = ['sent', 'written', 'unreachable', 'login', 'address', 'failed'] as const;

const whole = z.object({ setup: Setup });

export const setup = {
  read: endpoint({
    method: 'GET',
    path: '/admin/setup',
    access: access.administrator,
    summary: 'Reads whether the first settings are still to be asked, and how mails and backups are',
    output: whole,
  }),
  end: endpoint({
    method: 'PUT',
    path: '/admin/setup',
    access: access.administrator,
    summary: 'Ends the first settings, done or put off: nobody is asked again',
    output: whole,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/admin/setup/mail',
    access: access.administrator,
    summary: 'Sends a mail to the caller now, and tells how that ended',
    output: z.object({
      result: z.enum(mailResults),
      to: like('camille@exemple.fr'),
      reason: like('535 Authentication failed').nullable().meta({ description: 'What the mail server said.' }),
    }),
    refuses: ['too_many_requests'],
  }),
  backUp: endpoint({
    method: 'POST',
    path: '/admin/setup/backup',
    access: access.administrator,
    summary: 'Makes a backup now, where those of each night go',
    output: whole,
    refuses: ['backups_missing', 'too_many_requests'],
  }),
};
