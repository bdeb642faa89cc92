import { createHash } from 'node:crypto';
import { namedIn } from '@palabre/common/rules/mentions.ts';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../../platform/http/address.ts';
import { AppError, fail, languageOf } from '../../../platform/http/errors.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { lockAccount, updateAccount } from '../../people/users/open/account.store.ts';
import { tellProfile } from '../../people/users/open/tell-profile.ts';
import { mailToken, readMailToken } from './mail-link.ts';
import { waitingLetter } from './mails.letter.ts';
import {
  type Due,
  noteAsked,
  noteMailed,
  readCalledNames,
  readWaiting,
  readWishing,
  refuseMails,
} from './open/mails.store.ts';

type Clock = () => Date;

const minuteMs = 60_000;
/** How long a message waits to be read before it is mailed, and at least how long one mail is from the next. */
const waits = { message: 15 * minuteMs, mail: 60 * minuteMs };
const peopleAtOnce = 200;
/** With the pauses between them they last longer than an hour, after which what waits is asked for anew. */
const attempts = 9;
const letterJob = 'notifications.letter';

const dueAt = (now: Date): Due => ({
  saidBefore: new Date(now.getTime() - waits.message),
  mailedBefore: new Date(now.getTime() - waits.mail),
});

/** Where a mail is turned off: a page that asks, and what mail programs post to (RFC 8058). */
const offPath = (token: string) => `/mails-off/${token}`;

/**
 * The mails of what calls people while they are away (decision 0035): every minute one process looks for those who have
 * something waiting, and has a letter written to each. What a letter says is read when it leaves: whatever was read, deleted
 * or not wanted any more meanwhile is not in it, however long the mail server was away.
 */
export function messageMails(
  services: Pick<Services, 'database' | 'jobs' | 'mails' | 'env'>,
  presence: Pick<Services['presence'], 'activeOf'>,
  now: Clock,
): Job[] {
  const { database, jobs, mails, env } = services;
  const db = database.kysely;

  /** Those of them who are away and have something waiting are written to, with the transaction that notes it. */
  const ask = async (userIds: string[]): Promise<void> => {
    const active = await presence.activeOf(userIds);
    const away = userIds.filter(id => !active.has(id));
    if (away.length === 0) return;
    await db.transaction().execute(async tx => {
      await noteAsked(tx, away, now());
      await jobs.addAll(
        letterJob,
        away.map(userId => ({ payload: { userId }, key: `${letterJob}:${userId}` })),
        { attempts, db: tx },
      );
    });
  };

  const look = async (): Promise<void> => {
    const due = dueAt(now());
    for (let after: string | null = null; ; ) {
      const people = await readWishing(db, due, after, peopleAtOnce);
      await ask(people.filter(({ waits: something }) => something).map(({ userId }) => userId));
      if (people.length < peopleAtOnce) return;
      after = people.at(-1)?.userId ?? null;
    }
  };

  const write = async (userId: string): Promise<void> => {
    const told = await readWaiting(db, userId, dueAt(now()));
    const active = await presence.activeOf([userId]);
    // They are looked at again within a minute.
    if (!told || active.size > 0) return noteAsked(db, [userId], null);
    const names = await readCalledNames(db, [...new Set(told.messages.flatMap(({ content }) => namedIn(content).ids))]);
    const off = offPath(mailToken(userId, env.jwtSecret));
    await mails.deliver({
      to: told.email,
      ...waitingLetter(told, names, off),
      // Sent twice, by a process that died before it noted it, it is still one mail.
      id: createHash('sha256').update(`${userId} ${told.since}`).digest('hex').slice(0, 32),
    });
    await noteMailed(db, userId, told.messages[0]?.time ?? told.since, now());
  };

  return [
    { name: 'notifications.mails', cron: '* * * * *', run: look },
    { name: letterJob, together: 2, run: ({ userId }: { userId: string }) => write(userId) } satisfies Job<{
      userId: string;
    }>,
  ];
}

/** Turns off the mails of whoever this token was made for, and tells their devices; it may be done twice. */
export async function stopMails(work: Work, services: Pick<Services, 'env'>, token: string): Promise<void> {
  const userId = readMailToken(token, services.env.jwtSecret) ?? fail('mail_link_invalid');
  const before = (await lockAccount(work.db, userId)) ?? fail('mail_link_invalid');
  const after = { ...before, notification_mail: false };
  await updateAccount(work.db, userId, after);
  await refuseMails(work.db, userId, new Date());
  await tellProfile(work, userId, before, after);
}

/** What mail programs post to by themselves when their person presses « unsubscribe »: no session, and any form. */
export async function serveMailsOff(fastify: FastifyInstance, services: Services): Promise<void> {
  await fastify.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.post<{ Params: { token: string } }>(offPath(':token'), async (request, reply) => {
      const language = languageOf(request.headers['accept-language']);
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      try {
        await services.limits.spend('mailsOff', addressKey(request.ip));
        await inTransaction(services, work => stopMails(work, services, request.params.token));
        return 'OK';
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return reply.status(error.status).send(error.body(language).message);
      }
    });
  });
}
