import type { api } from '@palabre/common/contract/index.ts';
import type { Setup } from '@palabre/common/contract/running/setup.ts';
import { openBackupPlace } from '../../../platform/backup/open-place.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { jobCounts } from '../../../platform/jobs/jobs.store.ts';
import { newId } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { lockSettings, readSettings, writeSettings } from '../../../platform/settings/settings.store.ts';
import { inTransaction } from '../../../platform/work.ts';
import { findSelf } from '../../people/users/open/users.store.ts';
import { audit } from '../audit/open/record.ts';
import { endingOf, testLetter } from './mail-test.ts';

/** Time limit on reading the backups' place: an unreachable bucket must not hold up the answer. */
const placeWithinMs = 2_000;
/** Limit on the characters shown of a mail server's error. */
const reasonChars = 300;
const nobody = { id: null, name: '' } as const;

/** Handlers of the first settings. */
export const setup: Handlers<typeof api.setup> = {
  async read({ services }) {
    return { setup: await stateOf(services) };
  },

  end: {
    runs: 'own transactions',
    async handle({ services, actor }) {
      await inTransaction(services, async work => {
        await lockSettings(work.db);
        const { isSetUp, version } = await readSettings(work.db);
        if (isSetUp) return;
        await writeSettings(work.db, [['setup', true]], version);
        await audit.record(work, { action: 'setup_ended', actorId: actor.userId, target: nobody });
        work.afterCommit(() => services.settings.changed());
      });
      return { setup: await stateOf(services) };
    },
  },

  // Sent outside of a transaction, since the mail server may be slow.
  testMail: {
    runs: 'own transactions',
    async handle({ services, actor, db, language }) {
      await services.limits.spend('testMail', actor.userId);
      const { email: to } = (await findSelf(db, actor.userId)) ?? fail('unauthorized');
      const told = await services.mails.deliver({ to, id: newId(), ...testLetter(language) }).then(
        () => ({ result: services.env.smtpUrl ? ('sent' as const) : ('written' as const), reason: null }),
        (error: Error & { code?: string; response?: string }) => {
          services.logger.warn({ err: error }, 'the test mail could not leave');
          return { result: endingOf(error.code), reason: (error.response ?? error.message).slice(0, reasonChars) };
        },
      );
      await inTransaction(services, work =>
        audit.record(work, { action: 'mail_tested', actorId: actor.userId, target: { id: null, name: to } }),
      );
      return { ...told, to };
    },
  },

  backUp: {
    runs: 'own transactions',
    async handle({ services, actor }) {
      demand(services.env.backups, 'backups_missing');
      await services.limits.spend('backUp', actor.userId);
      await inTransaction(services, async work => {
        await audit.record(work, { action: 'backup_started', actorId: actor.userId, target: nobody });
        await services.jobs.add('backups.nightly', {}, { db: work.db, key: 'backups.now' });
      });
      return { setup: await stateOf(services) };
    },
  },
};

async function stateOf(services: Services): Promise<Setup> {
  const { env, settings, database } = services;
  const [{ isSetUp }, jobs, kept] = await Promise.all([settings.read(), jobCounts(database.pool), backupsOf(env)]);
  const isRunning = jobs.some(({ name, waiting }) => name === 'backups.nightly' && waiting > 0);
  return { isDone: isSetUp, mails: env.smtpUrl ? 'smtp' : 'outbox', backup: { ...kept, isRunning } };
}

/** Reads the place of backups, and the time of the newest; null while the place cannot be read. */
async function backupsOf({ backups }: Services['env']): Promise<Pick<Setup['backup'], 'place' | 'newest'>> {
  if (!backups) return { place: null, newest: null };
  const place = backups.folder ?? `${backups.s3?.endpoint}/${backups.s3?.bucket}`;
  const look = async () => {
    const [newest] = await (await openBackupPlace(backups)).list();
    return newest ? new Date(newest.atMs).toISOString() : null;
  };
  const late = new Promise<null>(done => setTimeout(done, placeWithinMs, null).unref());
  return { place, newest: await Promise.race([look().catch(() => null), late]) };
}
