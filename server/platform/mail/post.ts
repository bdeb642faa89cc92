import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { logo } from './logo.ts';

/** Rendered mail, ready to leave. */
export interface Outgoing {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  /** URL by which mail programs unsubscribe the reader (RFC 8058). */
  unsubscribe?: string;
}

/** Transport of mails. */
export interface Post {
  /** Sends a mail; fails when it did not leave. */
  send(mail: Outgoing): Promise<void>;
  /** Fails when the transport is out of reach. */
  check(): Promise<unknown>;
}

/** Timeouts of a mail server, in milliseconds, for each step and in all; the mail is then retried. */
const stepTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const sendTimeoutMs = 30_000;

/** Creates the transport: the server of `SMTP_URL`, or files of the outbox without one. */
export const createPost = (env: Env, logger: Logger): Post =>
  env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom, logger) : toOutbox(join(env.dataDir, 'outbox'), env.mailFrom, logger);

/** Fields of the log line: recipient and subject, never the content. */
const told = ({ to, subject }: Outgoing) => ({ to, subject });

const whole = ({ unsubscribe, ...mail }: Outgoing, from: string) => ({
  from,
  ...mail,
  attachments: [logo],
  // Keeps autoresponders from answering.
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
  // Loaded with the first mail, to keep the start short.
  const opened = async () => (await import('nodemailer')).createTransport({ url, ...stepTimeouts });
  let transport: ReturnType<typeof opened> | undefined;
  return {
    async send(mail) {
      transport ??= opened();
      await (await transport).sendMail({ ...whole(mail, from), signal: AbortSignal.timeout(sendTimeoutMs) });
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
    // Renamed once complete, so that a program that watches the folder never reads half a mail.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    logger.info({ ...told(mail), file }, 'mail written to the outbox');
  };
  return { send, check: () => mkdir(folder, { recursive: true, mode: 0o700 }) };
}
