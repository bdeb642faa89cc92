import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Env } from '../../env.ts';
import { Mailbox } from '../../test/outside/mailbox.ts';
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

it('a mail server fails from a mail that it does not take until one that it takes', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const publicUrl = 'https://palabre.exemple.fr';
  const mails = createMails(
    { smtpUrl: mailbox.url, mailFrom: 'palabre@exemple.fr', publicUrl, jwtSecret: new Uint8Array(32) } as Env,
    { add: async () => {} },
    pino({ level: 'silent' }),
    { isClosedTo: async () => false, sender: () => ({ publicUrl, supportEmail: undefined }) },
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
