import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { For } from '../jobs/lines.ts';
import type { Db } from '../postgres/db.ts';
import type { Secrets } from '../sessions/secrets.ts';
import { type Letter, type Sender, writeLetter } from './letter.ts';
import { createPost, type Outgoing } from './post.ts';

/** Mail to send: its content and its recipient. */
export interface Mail extends Letter {
  to: string;
  /** Deadline after which the mail is given up; a day from now by default. */
  until?: Date;
  /** Person for whom the mail is sent; mails for known people leave first. */
  whom?: For;
}

/** Rendered mail, as stored in the database while pending: encrypted, since it may contain a code. */
interface Written {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  until: number;
}

/** Sends mails. */
export interface Mails {
  /**
   * Enqueues a mail, in the transaction if one is given. A mail server that is away delays the mail, never the caller:
   * a job sends the mail, and retries.
   */
  send(mail: Mail, db?: Db): Promise<void>;
  /** Sends a mail now, and fails when it did not leave: for a job that is retried. `id` makes the Message-ID. */
  deliver(mail: Letter & { to: string; id: string }): Promise<void>;
  /** Tells whether the last mail failed for a reason other than its recipient or its content. */
  failing(): boolean;
  /** Fails when the mail server is out of reach. */
  check(): Promise<unknown>;
  /** Job that sends the mails. */
  readonly job: { name: string; together: number; run(payload: { sealed: string }): Promise<void> };
}

const job = 'mail.send';
const dayMs = 86_400_000;
/** Concurrent mails: a mail server that hangs holds this many, until their timeout. */
const mailsAtOnce = 4;
/** Error codes of nodemailer about this mail only: its address or its content. */
const ofTheMailItself = new Set(['EENVELOPE', 'EMESSAGE']);
/** Limit on tries; with their pauses they outlast the deadline of any mail. */
const attempts = 13;

/**
 * Creates the sender of mails, by SMTP or into files of the data folder; see `post.ts`.
 * @param by.secrets seals mails while they wait
 * @param by.isClosedTo tells, as a mail leaves, whether this address must get none
 * @param by.sender returns the name under which mails are written
 */
export function createMails(
  env: Env,
  jobs: Pick<Jobs, 'add'>,
  logger: Logger,
  {
    secrets,
    isClosedTo,
    sender,
  }: { secrets: Secrets; isClosedTo: (address: string) => Promise<boolean>; sender: () => Sender },
): Mails {
  const office = createPost(env, logger);
  let failing = false;
  const post = async (mail: Outgoing): Promise<void> => {
    if (await isClosedTo(mail.to))
      return void logger.info({ subject: mail.subject }, 'a mail to an account that is shut is given up');
    try {
      await office.send(mail);
      failing = false;
    } catch (error) {
      failing = !ofTheMailItself.has((error as { code?: string }).code ?? '');
      throw error;
    }
  };
  const domain = new URL(env.publicUrl).hostname;

  return {
    async send({ to, until = new Date(Date.now() + dayMs), whom, ...letter }, db) {
      const written: Written = {
        to,
        ...writeLetter(letter, sender()),
        // Retries keep the Message-ID: a mail program then shows a mail sent twice by a crash only once.
        messageId: `<${randomUUID()}@${domain}>`,
        until: until.getTime(),
      };
      const sealed = secrets.seal('mail', JSON.stringify(written));
      await jobs.add(job, { sealed }, { attempts, ...(db && { db }), ...(whom && { whom }) });
    },
    async deliver({ to, id, ...letter }) {
      const unsubscribe = letter.off && env.publicUrl + letter.off.path;
      const messageId = `<${id}@${domain}>`;
      await post({ to, messageId, ...writeLetter(letter, sender()), ...(unsubscribe && { unsubscribe }) });
    },
    failing: () => failing,
    check: () => office.check(),
    job: {
      name: job,
      together: mailsAtOnce,
      async run({ sealed }) {
        const opened = secrets.open('mail', sealed);
        if (opened === null) return void logger.warn('a mail of another JWT_SECRET is given up');
        const { until, ...written }: Written = JSON.parse(opened.text);
        if (Date.now() >= until) return void logger.warn({ subject: written.subject }, 'a mail is given up, too late');
        await post(written);
      },
    },
  };
}
