import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { For } from '../jobs/lines.ts';
import type { Db } from '../postgres/db.ts';
import { keyFor, seal, unseal } from '../sessions/secret-box.ts';
import { type Letter, writeLetter } from './letter.ts';
import { createPost, type Outgoing } from './post.ts';

/** A letter and whom it is for. */
export interface Mail extends Letter {
  to: string;
  /** After that it is worth nothing, and is not sent any more; a day from now when left out. */
  until?: Date;
  /** Who waits for it: of those that wait to leave, a known person's goes first. */
  whom?: For;
}

/** A mail written out, as it waits in the database: sealed, since it may hold a code. */
interface Written {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  until: number;
}

export interface Mails {
  /**
   * Has a mail sent, with the transaction if one is given. A mail server that is away delays the mail, never who asks:
   * a job sends it, and tries again.
   */
  send(mail: Mail, db?: Db): Promise<void>;
  /** Sends one now, and fails when it has not left: for a job, which is tried again. `id` names it among all others. */
  deliver(mail: Letter & { to: string; id: string }): Promise<void>;
  /** Whether the last one could not leave, for a reason that has nothing to do with whom it was for. */
  failing(): boolean;
  /** Fails when none would leave now. */
  check(): Promise<unknown>;
  /** The job that sends them. */
  readonly job: { name: string; together: number; run(payload: { sealed: string }): Promise<void> };
}

const job = 'mail.send';
const dayMs = 86_400_000;
/** A server of mails that answers nobody keeps so many waiting, for as long as its patience lasts. */
const mailsAtOnce = 4;
/** Refusals of nodemailer that say nothing of the next mail: an address, a content. */
const ofTheMailItself = new Set(['EENVELOPE', 'EMESSAGE']);
/** With the pauses between them, they last longer than a mail is worth. */
const attempts = 13;

/** Mails by SMTP, or as files in the data folder; see `post.ts`. */
export function createMails(env: Env, jobs: Pick<Jobs, 'add'>, logger: Logger): Mails {
  const key = keyFor(env.jwtSecret, 'mail');
  const office = createPost(env, logger);
  let failing = false;
  const post = async (mail: Outgoing): Promise<void> => {
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
        ...writeLetter(letter, env),
        // Sent twice, by a process that died in between, it is still one mail.
        messageId: `<${randomUUID()}@${domain}>`,
        until: until.getTime(),
      };
      const sealed = seal(JSON.stringify(written), key);
      await jobs.add(job, { sealed }, { attempts, ...(db && { db }), ...(whom && { whom }) });
    },
    async deliver({ to, id, ...letter }) {
      const unsubscribe = letter.off && env.publicUrl + letter.off.path;
      const messageId = `<${id}@${domain}>`;
      await post({ to, messageId, ...writeLetter(letter, env), ...(unsubscribe && { unsubscribe }) });
    },
    failing: () => failing,
    check: () => office.check(),
    job: {
      name: job,
      together: mailsAtOnce,
      async run({ sealed }) {
        const opened = unseal(sealed, key);
        if (opened === null) return void logger.warn('a mail of another JWT_SECRET is given up');
        const { until, ...written }: Written = JSON.parse(opened);
        if (Date.now() >= until) return void logger.warn({ subject: written.subject }, 'a mail is given up, too late');
        await post(written);
      },
    },
  };
}
