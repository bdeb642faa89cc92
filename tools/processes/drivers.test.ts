import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { openSocket } from '../../server/test/listener.ts';
import { certificate } from '../../server/test/outside/certificate.ts';
import { type Guard, Mailbox } from '../../server/test/outside/mailbox.ts';
import { findRedis, TestRedis } from '../../server/test/outside/redis.ts';
import { picture } from '../../server/test/picture.ts';
import type { Launched } from '../launch.ts';
import { root } from '../setup.mjs';
import { givenBucket, givenDatabase } from './outside.ts';
import { dataFolder, start, untilReady, usedDataFolder } from './palabre.ts';
import { said, settle, someone } from './someone.ts';

type Ready = Launched & { readonly url: string };

/** Kills a server as a power cut does, and starts it again. */
async function crash(running: Launched, again: () => Promise<Ready>): Promise<Ready> {
  running.kill('SIGKILL');
  expect(await running.end()).toBe('SIGKILL');
  return again();
}

test('lazily loaded modules of the built server keep their named exports', () => {
  const folder = join(root, 'server/dist');
  const built = readdirSync(folder).filter(name => name.endsWith('.js'));
  expect(built.length).toBeGreaterThan(1);
  // esbuild gives a lazily loaded CommonJS package only a default export.
  const nameless = built.filter(name =>
    /^export default require_\w+\(\);\s*$/m.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(nameless).toEqual([]);
});

test('S3_URL: pictures and files are stored in the bucket, also after a crash, and unreadable once their message is deleted', async () => {
  const { url: S3_URL, port } = await givenBucket();
  const dataDir = usedDataFolder();
  const startIt = () => start(dataDir, { S3_URL }).ready();
  const running = await startIt();
  expect(running.output).toContain(`S3, http://127.0.0.1:${port}/palabre`);
  const { token, user, channelId } = await settle(running.url);
  const camille = new Client(running.url, token);
  const image = { bytes: await picture(), name: 'moi.png', type: 'image/png' };
  const { avatar } = (await camille.ok(api.accounts.update, { params: { id: user._id }, body: {}, image })).user;
  const files = [{ bytes: Buffer.from('Le plan du rez-de-chaussée'), name: 'plan.txt' }];
  const { message } = await camille.ok(api.messages.send, { body: { channelId, content: 'Le plan' }, files });
  const [plan] = message.fileAttachments;

  const read = async (url: string, path = '') => {
    const answer = await fetch(url + path, { headers: { cookie: `token=${token}` } });
    return [answer.status, answer.ok ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : ''] as const;
  };
  const first = await Promise.all([read(running.url, avatar ?? ''), read(running.url, plan?.url)]);
  expect(first.map(([status]) => status)).toEqual([200, 200]);
  expect(Buffer.from(first[1][1], 'latin1').toString()).toBe('Le plan du rez-de-chaussée');
  expect(readdirSync(dataDir)).not.toContain('files');

  const again = await crash(running, startIt);
  expect(await Promise.all([read(again.url, avatar ?? ''), read(again.url, plan?.url)])).toEqual(first);
  const client = new Client(again.url, token);
  await client.ok(api.messages.remove, { params: { id: message._id } });
  await client.ok(api.accounts.update, { params: { id: user._id }, body: { avatar: null } });
  const gone = await Promise.all([read(again.url, avatar ?? ''), read(again.url, plan?.url)]);
  expect(gone.map(([status]) => status)).toEqual([404, 404]);
});

test.for(['nothing', 'at once', 'agreed'] as const)(
  'SMTP_URL: a code arrives in the mailbox, also after a crash (TLS and an account: %s)',
  async (tls, { skip }) => {
    const made = tls === 'nothing' ? undefined : certificate(dataFolder());
    if (tls !== 'nothing' && !made) return skip('there is no openssl');
    const guard: Guard | undefined =
      made && tls !== 'nothing'
        ? { ...made, tls, account: 'palabre@exemple.fr', password: 'mot de passe / été' }
        : undefined;
    const mailbox = await new Mailbox(guard).open();
    onTestFinished(() => mailbox.close());
    const dataDir = usedDataFolder();
    const variables = { SMTP_URL: mailbox.url, RATE_LIMITS: 'off', ...(made && { NODE_EXTRA_CA_CERTS: made.path }) };
    const startIt = () => start(dataDir, variables).ready();
    const running = await startIt();
    // By its address alone: a password may stand before it.
    expect(running.output).toMatch(/^ {2}e-mails +SMTP, [\w.]+:\d+$/m);
    expect(running.output).toMatch(/^ {2}limites +levées \(RATE_LIMITS=off\)$/m);
    const { user } = await settle(running.url);
    const read = new Set<string>();
    /** Asks for a code and gives it; retries requests that a crash cut short, so that an earlier code may come too. */
    const asked = async (url: string): Promise<unknown> => {
      await new Client(url).ok(api.otp.sent, { body: { p_id: user._id, p_email: someone.email } });
      for (;;) {
        const p_otp = await mailbox.codeTo(someone.email, read);
        read.add(p_otp);
        const body = { p_id: user._id, p_otp, p_option: 'email' } as const;
        const answer = await new Client(url).call(api.otp.check, { body });
        if (answer.status === 200) return answer.body;
      }
    };
    expect(await asked(running.url)).toMatchObject({ status: 'success' });
    const again = await crash(running, startIt);
    expect(await asked(again.url)).toMatchObject({ status: 'success' });
  },
);

test('DATABASE_URL: a plain account that owns its database is enough, its data survive a crash, and passwords are in it at the cost that OWASP advises', async () => {
  const DATABASE_URL = await givenDatabase();
  const dataDir = dataFolder();
  const startIt = () => start(dataDir, { DATABASE_URL }).ready();
  const running = await startIt();
  await untilReady(running);
  const { channelId } = await settle(running.url);
  const again = await crash(running, startIt);
  expect(await said(again.url, channelId)).toEqual(['Bonjour']);
  expect(readdirSync(dataDir)).not.toContain('postgres');
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  const stored = async () =>
    (await client.query('SELECT password_hash AS hash FROM users WHERE email = $1', [someone.email])).rows[0].hash;
  const hash = await stored();
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  await new Client(again.url).ok(api.users.login, { body: { email: someone.email, password: someone.password } });
  expect(await stored()).toBe(hash);
});

test.skipIf(!findRedis())(
  'REDIS_URL: a message posted in one process is heard in the other, also after a crash (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const variables = { DATABASE_URL: await givenDatabase(), REDIS_URL: redis.url };
    const dataDir = dataFolder();
    const startIt = () => start(dataDir, variables).ready();
    const [one, two] = await Promise.all([startIt(), startIt()]);
    expect(one.output).toMatch(/^ {2}processus +plusieurs, par Redis [\w.]+:\d+$/m);
    const { token, channelId } = await settle(one.url);
    /** Posts in one process, and waits for the event on a socket of the other. */
    const carries = async (from: Ready, to: Ready, content: string) => {
      const ears = await openSocket(to.url, token, async () => '');
      onTestFinished(() => ears.close());
      await new Client(from.url, token).ok(api.messages.send, { body: { channelId, content } });
      await ears.next('newMessage', message => message.content === content, waitTimeoutMs);
    };
    await Promise.all([carries(one, two, 'De l’un à l’autre'), carries(two, one, 'Et retour')]);
    const witness = await openSocket(two.url, token, async () => '');
    onTestFinished(() => witness.close());
    const again = await crash(one, startIt);
    // The other makes its clients reconnect, seconds later: it has not heard every message of the killed process.
    expect(await witness.closedWithin(waitTimeoutMs)).toBe('transport close');
    await Promise.all([carries(again, two, 'De retour'), carries(two, again, 'Bienvenue')]);
    expect((await said(two.url, channelId)).length).toBe(5);
  },
);
