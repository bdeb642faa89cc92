import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Env } from '../../env.ts';
import { keepLog } from '../../test/log.ts';
import { Mailbox } from '../../test/outside/mailbox.ts';
import { Secrets } from '../sessions/secrets.ts';
import { createMails } from './mail.ts';
import { createPost } from './post.ts';

const mail = { to: 'camille@exemple.fr', subject: 'Bonjour', html: '<p>x</p>', text: 'x', messageId: '<1@exemple.fr>' };

it('a mail server that drips bytes for ever is left after half a minute', async () => {
  const sockets: Socket[] = [];
  // Never silent for long, so that no idle timeout ends the connection.
  const server = createServer(socket => {
    sockets.push(socket);
    const drip = setInterval(() => socket.write('2'), 20);
    socket
      .resume()
      .on('error', () => {})
      .on('close', () => clearInterval(drip));
    socket.write('220 here\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  const end = new AbortController();
  timeouts.mockReturnValue(end.signal);
  onTestFinished(() => timeouts.mockRestore());
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = createPost({ smtpUrl, mailFrom: 'palabre@exemple.fr' } as Env, pino({ level: 'silent' }));
  const failed = post.send(mail).then(
    () => 'sent',
    () => 'failed',
  );
  await vi.waitUntil(() => sockets.length === 1 && (sockets[0]?.bytesRead ?? 0) > 0);
  expect(timeouts).toHaveBeenCalledWith(30_000);
  const closed = once(sockets[0] as Socket, 'close');
  end.abort();
  expect(await failed).toBe('failed');
  await closed;
});

it('a mail server that takes a connection and never greets is left after ten seconds', async () => {
  const sockets: Socket[] = [];
  const server = createServer(socket => void sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = createPost({ smtpUrl, mailFrom: 'palabre@exemple.fr' } as Env, pino({ level: 'silent' }));
  // Nodemailer is loaded with real timers.
  await import('nodemailer');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const ask of [() => post.check(), () => post.send(mail)]) {
    const failed = vi.fn();
    const asked = ask().catch(failed);
    const before = sockets.length;
    await vi.waitUntil(() => sockets.length === before + 1);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await asked;
    expect(String(failed.mock.calls[0]?.[0])).toContain('Greeting never received');
  }
});

it('a mail server that is to have TLS is sent nothing without it', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const by = (smtpUrl: string) =>
    createPost({ smtpUrl, mailFrom: 'palabre@exemple.fr' } as Env, pino({ level: 'silent' }));
  await expect(by(`${mailbox.url}?requireTLS=true`).send(mail)).rejects.toThrow(/TLS/);
  expect(mailbox.mails).toEqual([]);
  await by(mailbox.url).send(mail);
  const [got, ...more] = mailbox.mails;
  expect(more).toEqual([]);
  // Nothing answers it by itself.
  const header = (name: string) => got?.headers.find(({ key }) => key === name)?.value;
  expect([header('auto-submitted'), header('x-auto-response-suppress')]).toEqual(['auto-generated', 'All']);
});

it('the log names the recipient and the subject of a mail, and never its content, which may be a code', async () => {
  const mailbox = await new Mailbox().open();
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-post-'));
  onTestFinished(async () => {
    await mailbox.close();
    await rm(dataDir, { recursive: true });
  });
  const { logger, lines } = keepLog();
  for (const place of [{ smtpUrl: mailbox.url }, { dataDir }])
    await createPost({ ...place, mailFrom: 'palabre@exemple.fr' } as Env, logger).send({
      ...mail,
      text: '4817',
      html: '4817',
    });
  const told = { level: 30, time: expect.any(String), to: mail.to, subject: mail.subject };
  expect(lines).toEqual([
    { ...told, msg: 'mail sent' },
    { ...told, msg: 'mail written to the outbox', file: expect.stringMatching(/\/outbox\/[^/]+\.eml$/) },
  ]);
});

it('a mail server fails from a mail that it does not take until one that it takes', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const publicUrl = 'https://palabre.exemple.fr';
  const mails = createMails(
    { smtpUrl: mailbox.url, mailFrom: 'palabre@exemple.fr', publicUrl } as Env,
    { add: async () => {} },
    pino({ level: 'silent' }),
    {
      secrets: new Secrets({ jwtSecret: new Uint8Array(32) }),
      isClosedTo: async () => false,
      sender: () => ({ publicUrl, supportEmail: undefined }),
    },
  );
  const words = { subject: 'Bonjour', title: 'Bonjour', paragraphs: [], facts: [], closing: [] };
  const deliver = () => mails.deliver({ to: 'camille@exemple.fr', id: '1', language: 'fr', ...words });
  await mailbox.close();
  await expect(deliver()).rejects.toThrow();
  expect(mails.failing()).toBe(true);
  await mailbox.open();
  await deliver();
  expect(mails.failing()).toBe(false);
});

/** Makes the sender of mails of a server, with the jobs that it asks for. */
function sending(smtpUrl: string, { isClosedTo = async (_address: string) => false, secret = 1 } = {}) {
  const publicUrl = 'https://palabre.exemple.fr';
  const asked: { name: string; payload: { sealed: string }; options: object }[] = [];
  const { logger, lines } = keepLog();
  /** Mails that were given up. */
  const givenUp = () =>
    lines.flatMap(({ level, msg, subject }) => (/given up/.test(msg) ? [{ level, msg, subject }] : []));
  const mails = createMails(
    { smtpUrl, mailFrom: 'palabre@exemple.fr', publicUrl } as Env,
    { add: async (name, payload, options = {}) => void asked.push({ name, payload: payload as never, options }) },
    logger,
    {
      secrets: new Secrets({ jwtSecret: new Uint8Array(32).fill(secret) }),
      isClosedTo,
      sender: () => ({ publicUrl, supportEmail: undefined }),
    },
  );
  return { mails, asked, lines, givenUp };
}
const words = { language: 'fr', title: 'Bonjour', paragraphs: [], facts: [], closing: [] } as const;
const to = 'camille@exemple.fr';

it('a mail waits sealed, leaves the same each time that it is tried, and no more once its time is over or its secret another', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const { mails, asked, givenUp } = sending(mailbox.url);
  await mails.send({ to, subject: 'Votre code', ...words, whom: 'known' });
  await mails.send({ to, subject: 'Trop tard', ...words, until: new Date(Date.now() + 1_000) });
  expect(asked).toMatchObject([
    { name: mails.job.name, options: { attempts: 13, whom: 'known' } },
    { name: mails.job.name, options: { attempts: 13 } },
  ]);
  const [code, late] = asked.map(({ payload }) => payload) as [{ sealed: string }, { sealed: string }];
  for (const sealed of [code.sealed, Buffer.from(code.sealed, 'base64').toString('latin1')])
    expect(sealed).not.toMatch(/camille|Votre code/);
  await mails.job.run(code);
  await mails.job.run(code);
  const other = sending(mailbox.url, { secret: 2 });
  await other.mails.job.run(code);
  expect(other.givenUp()).toEqual([{ level: 40, msg: 'a mail of another JWT_SECRET is given up' }]);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
  onTestFinished(() => clock.mockRestore());
  await mails.job.run(late);
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Votre code', 'Votre code']);
  const [one, again] = mailbox.mails.map(({ messageId }) => messageId);
  expect([one, again]).toEqual([expect.stringMatching(/^<[\w-]{36}@palabre\.exemple\.fr>$/), one]);
  expect(givenUp()).toEqual([{ level: 40, msg: 'a mail is given up, too late', subject: 'Trop tard' }]);
  // A day later, less a moment, it would still leave.
  clock.mockReturnValue(Date.now() - 1_000 + 86_390_000);
  await mails.job.run(code);
  clock.mockReturnValue(Date.now() + 20_000);
  await mails.job.run(code);
  expect(mailbox.mails).toHaveLength(3);
});

it('a mail that keeps its reader informed can be turned off by their mail program, and none goes to an address that is shut', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const { mails, lines, givenUp } = sending(mailbox.url, {
    isClosedTo: async address => address === 'partie@exemple.fr',
  });
  const off = { label: 'Ne plus recevoir ces e-mails', path: '/off/1' };
  await mails.deliver({ to, id: 'message-1', subject: 'Nouvelles', ...words, off });
  await mails.deliver({ to: 'partie@exemple.fr', id: 'message-2', subject: 'Nouvelles', ...words });
  expect(mailbox.mails).toHaveLength(1);
  const shut = { level: 30, msg: 'a mail to an account that is shut is given up', subject: 'Nouvelles' };
  expect(givenUp()).toEqual([shut]);
  expect(JSON.stringify(lines)).not.toContain('partie@');
  const [got] = mailbox.mails;
  const header = (name: string) => got?.headers.find(({ key }) => key === name)?.value;
  expect([got?.messageId, header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual([
    '<message-1@palabre.exemple.fr>',
    '<https://palabre.exemple.fr/off/1>',
    'List-Unsubscribe=One-Click',
  ]);
});

it('a mail that only its own address keeps from leaving says nothing against the mail server', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  mailbox.refuses = 'partie@exemple.fr';
  const { mails } = sending(mailbox.url);
  const deliver = (address: string) => mails.deliver({ to: address, id: '1', subject: 'Bonjour', ...words });
  await expect(deliver('partie@exemple.fr')).rejects.toMatchObject({ code: 'EENVELOPE' });
  expect(mails.failing()).toBe(false);
  await mails.check();
  await mailbox.close();
  await expect(mails.check()).rejects.toThrow();
});

it('a mail without a mail server is a file that the account of the server alone reads, whole from the moment that it is there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-outbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const post = createPost({ dataDir, mailFrom: 'palabre@exemple.fr' } as Env, pino({ level: 'silent' }));
  await post.check();
  for (const subject of ['Un', 'Deux']) await post.send({ ...mail, subject, messageId: `<${subject}-3456789@x>` });
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox)).sort();
  expect(files).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-Un-34567\.eml$/),
    expect.stringMatching(/-Deux-345\.eml$/),
  ]);
  for (const name of ['', ...files]) {
    const { mode } = await stat(join(outbox, name));
    expect([name, mode & 0o777]).toEqual([name, name === '' ? 0o700 : 0o600]);
  }
  const written = await readFile(join(outbox, files[0] ?? ''));
  // Mail programs expect the ends of lines of Internet messages.
  expect(written.toString('latin1')).not.toMatch(/[^\r]\n/);
  const got = await PostalMime.parse(written);
  // Its one picture, which the mail shows without fetching anything.
  expect(got.attachments).toMatchObject([
    { contentId: '<palabre-logo>', disposition: 'inline', filename: 'palabre.png', mimeType: 'image/png' },
  ]);
  expect(Buffer.from(got.attachments[0]?.content as ArrayBuffer).toString('latin1', 1, 4)).toBe('PNG');
  expect(got).toMatchObject({ subject: 'Un', to: [{ address: to }], from: { address: 'palabre@exemple.fr' } });
});
