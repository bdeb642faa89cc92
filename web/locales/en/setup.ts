import type { setup as french } from '../fr/setup.ts';
import type { Translation } from '../translation.ts';

/** First settings of an installation, and the checks of mails and backups. */
export const setup: Translation<typeof french> = {
  notice: {
    text: 'This installation is new: choose who may register, its name, and check mails and backups.',
    begin: 'First settings',
    later: 'Later',
    putOff: 'You find it all in Administration, under Registration and Settings.',
  },
  heading: 'First settings',
  lead: 'Five steps, each of them optional. All of it can be changed later in the administration.',
  step: 'Step {{n}} of {{count}}',
  steps: {
    registration: 'Registration',
    identity: 'Identity',
    help: 'Help',
    mails: 'Mails',
    backup: 'Backup',
  },
  back: 'Back',
  next: 'Continue',
  finish: 'Finish',
  leave: 'Leave the first settings',
  done: 'The first settings are done.',
  mails: {
    heading: 'Mails',
    hint: 'Sign-in codes and notices leave by mail. A test leaves at once, to your address.',
    smtp: 'Mails leave by the server of SMTP_URL.',
    outbox:
      'No mail server is given (SMTP_URL): mails are written to the outbox folder of the server, and reach nobody.',
    send: 'Send a test mail',
    results: {
      sent: 'The mail server has accepted the test for {{to}}. Look into your mailbox, and its spam.',
      written: 'The test for {{to}} is written to the outbox folder of the server.',
      unreachable: 'The mail server does not answer. Check the address and the port of SMTP_URL.',
      login: 'The mail server refuses the name or the password of SMTP_URL.',
      address: 'The mail server refuses an address: {{to}}, or that of MAIL_FROM.',
      failed: 'The test could not leave.',
    },
    said: 'Answer of the server: {{reason}}',
  },
  backup: {
    heading: 'Backups',
    hint: 'Each night messages, files and settings are copied to one file. Keep it elsewhere than on this server.',
    none: 'No place is given: set BACKUP_DIR (a folder) or BACKUP_S3_URL, then restart Palabre.',
    place: 'They go to {{place}}.',
    newest: 'The last one is of {{date}}.',
    noneYet: 'There is none yet.',
    running: 'A backup is being made…',
    now: 'Make a backup',
  },
};
