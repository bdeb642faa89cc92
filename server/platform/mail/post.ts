import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { logo } from './logo.ts';

/** A mail that only has to leave. */
export interface Outgoing {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  /** Where mail programs turn off what it is one of (RFC 8058). */
  unsubscribe?: string;
}

/** What mails leave by. */
export interface Post {
  /** Fails when the mail has not left. */
  send(mail: Outgoing): Promise<void>;
  /** Fails when none would leave now. */
  check(): Promise<unknown>;
}

/** How long a mail server may keep us waiting, at each step and in all: the mail is tried again later. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const inAllMs = 30_000;

/** The server of `SMTP_URL`, or files of the outbox without one. */
export const createPost = (env: Env, logger: Logger): Post =>
  env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom, logger) : toOutbox(join(env.dataDir, 'outbox'), env.mailFrom, logger);

/** The line of the log: what left, and never what it says. */
const told = ({ to, subject }: Outgoing) => ({ to, subject });

const whole = ({ unsubscribe, ...mail }: Outgoing, from: string) => ({
  from,
  ...mail,
  attachments: [logo],
  // Nobody's answering machine answers.
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function bySmtp(url: string, from: string, logger: Logger): Post {
  // Its code is loaded with the first mail: a start does without it.
  const opened = async () => (await import('nodemailer')).createTransport({ url, ...patience });
  let transport: ReturnType<typeof opened> | undefined;
  return {
    async send(mail) {
      transport ??= opened();
      await (await transport).sendMail({ ...whole(mail, from), signal: AbortSignal.timeout(inAllMs) });
      logger.info(told(mail), 'mail sent');
    },
    async check() {
      transport ??= opened();
      await (await transport).verify();
    },
  };
}

function toOutbox(folder: string, from: string, logger: Logger): Post {
  const send = async (mail: Outgoing): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail(whole(mail, from));
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${mail.messageId.slice(1, 9)}.eml`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Whoever watches the folder reads whole mails only.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    logger.info({ ...told(mail), file }, 'mail written to the outbox');
  };
  return { send, check: () => mkdir(folder, { recursive: true, mode: 0o700 }) };
}
