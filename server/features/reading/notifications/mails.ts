import { createHash } from 'node:crypto';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
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
  readUrgentlyCalled,
  readWaiting,
  readWishing,
  refuseMails,
} from './open/mails.store.ts';
import { type Reach, readCalledNames } from './open/waiting.store.ts';

type Clock = () => Date;

const minuteMs = 60_000;
/** Delay before an unread message is mailed, and shortest interval between two mails to a person. */
const waitsMs = { message: 15 * minuteMs, mail: 60 * minuteMs };
const peopleAtOnce = 200;
/**
 * Attempts at a letter: with their growing pauses they last over an hour, after which the next look queues another
 * letter.
 */
const attempts = 9;
const letterJob = 'notifications.letter';

const dueAt = (now: Date): Due => ({
  saidBefore: new Date(now.getTime() - waitsMs.message),
  mailedBefore: new Date(now.getTime() - waitsMs.mail),
});

/** Path of the unsubscribe link: a page for confirmation, and the target of a mail program's POST (RFC 8058). */
const offPath = (token: string) => `/mails-off/${token}`;

/**
 * Makes the jobs that mail unread messages to people who are away (decision 0035): every minute one process looks for
 * people with pending messages, and queues a letter for each. A letter reads its messages when it leaves, so that it
 * includes nothing read, deleted or muted since, however long the mail server was away.
 */
export function messageMails(
  services: Pick<Services, 'database' | 'jobs' | 'mails' | 'lastingKeys' | 'duty'>,
  presence: Pick<Services['presence'], 'activeOf'>,
  now: Clock,
): Job[] {
  const { database, jobs, mails, lastingKeys, duty } = services;
  const db = database.kysely;

  /**
   * Returns the people whom a mail may reach now: away people, with all pending messages if on duty, and with urgent
   * messages alone if off duty. Messages pending after a rest go into the mail that the first look then finds due.
   */
  const reachable = async (userIds: string[]): Promise<Map<string, Reach>> => {
    const active = await presence.activeOf(userIds);
    const away = userIds.filter(id => !active.has(id));
    const off = await duty.offDutyOf(away);
    const urgent = off.size > 0 ? await readUrgentlyCalled(db, [...off], dueAt(now())) : off;
    const reached = away.filter(id => !off.has(id) || urgent.has(id));
    return new Map(reached.map(id => [id, off.has(id) ? 'urgent' : 'all']));
  };

  /** Queues letters to the reachable people, in the transaction that records it. */
  const ask = async (userIds: string[]): Promise<void> => {
    const reached = [...(await reachable(userIds)).keys()];
    if (reached.length === 0) return;
    await db.transaction().execute(async tx => {
      await noteAsked(tx, reached, now());
      await jobs.addAll(
        letterJob,
        reached.map(userId => ({ payload: { userId }, key: `${letterJob}:${userId}` })),
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
    const reach = (await reachable([userId])).get(userId);
    const told = reach && (await readWaiting(db, userId, dueAt(now()), reach));
    // The person is online again, or off duty meanwhile: the next look is within a minute.
    if (!told) return noteAsked(db, [userId], null);
    const names = await readCalledNames(db, [...new Set(told.messages.flatMap(({ content }) => namedIn(content).ids))]);
    const off = offPath(mailToken(userId, lastingKeys));
    await mails.deliver({
      to: told.email,
      ...waitingLetter(told, names, off),
      // Derived from the content: a letter sent twice, by a process that died in between, stays one mail.
      id: createHash('sha256').update(`${userId} ${told.since} ${reach}`).digest('hex').slice(0, 32),
    });
    await noteMailed(db, userId, told.messages[0]?.time ?? told.since, now(), reach);
  };

  return [
    { name: 'notifications.mails', cron: '* * * * *', run: look },
    { name: letterJob, together: 2, run: ({ userId }: { userId: string }) => write(userId) } satisfies Job<{
      userId: string;
    }>,
  ];
}

/** Turns off the mails of the token's person, and updates their devices; a second call changes nothing. */
export async function stopMails(work: Work, services: Pick<Services, 'lastingKeys'>, token: string): Promise<void> {
  const userId = (await readMailToken(token, services.lastingKeys)) ?? fail('mail_link_invalid');
  const before = (await lockAccount(work.db, userId)) ?? fail('mail_link_invalid');
  const after = { ...before, notification_mail: false };
  await updateAccount(work.db, userId, after);
  await refuseMails(work.db, userId, new Date());
  await tellProfile(work, userId, before, after);
}

/** Serves the POST that mail programs send for « unsubscribe »: without a session, with any body. */
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
