import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../test/harness.ts';
import { Mailbox } from '../../test/outside/mailbox.ts';
import type { Mail } from './mail.ts';

const mail = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  language: 'fr',
  subject: 'Votre code de connexion',
  title: 'Votre code de connexion',
  paragraphs: ['Bonjour Zoé <b>L’Œuvre</b>,'],
  code: { digits: '482913', note: 'Valable 10 minutes.' },
  action: { label: 'Ouvrir Palabre', path: '/login?a="b"' },
  facts: [['De', '<script>alert(1)</script>']],
  closing: ['Ce n’est pas vous ?'],
  ...more,
});

const mailbox = new Mailbox();
let palabre: Palabre;
beforeAll(async () => {
  await mailbox.open();
  palabre = await startPalabre({ env: { SMTP_URL: mailbox.url, MAIL_FROM: 'Palabre <bonjour@exemple.fr>' } });
});
afterAll(() => mailbox.close());

const waiting = async () =>
  (
    await sql<{ payload: string; attempts: number }>`
    SELECT payload::text, attempts FROM graphile_worker._private_jobs WHERE payload::text LIKE '%sealed%'`.execute(
      palabre.services.database.kysely,
    )
  ).rows;

describe('a mail', () => {
  it('goes to the mail server as HTML and as text, with its content escaped', async () => {
    await palabre.services.mails.send(mail('zoe@exemple.fr'));
    const got = await mailbox.nth('zoe@exemple.fr');
    expect(got).toMatchObject({
      subject: 'Votre code de connexion',
      from: { address: 'bonjour@exemple.fr', name: 'Palabre' },
    });
    expect(got.text).toContain('Bonjour Zoé <b>L’Œuvre</b>,');
    expect(got.text).toContain('    482913\n');
    expect(got.html).toContain('Zoé &#60;b&#62;L’Œuvre&#60;/b&#62;');
    expect(got.html).not.toMatch(/<script|<b>/);
    expect(got.html).toContain(`href="${palabre.services.env.publicUrl}/login?a=&#34;b&#34;"`);
    // Reading the mail fetches nothing: its one picture is attached.
    expect(got.html?.match(/<img[^>]*src="([^"]*)"/)?.[1]).toBe('cid:palabre-logo');
    expect(got.attachments.map(({ contentId, disposition }) => [contentId, disposition])).toEqual([
      ['<palabre-logo>', 'inline'],
    ]);
    // Headers that keep programs from answering the mail.
    const header = (name: string) => got.headers.find(({ key }) => key === name)?.value;
    expect([header('auto-submitted'), header('x-auto-response-suppress')]).toEqual(['auto-generated', 'All']);
  });

  it('waits encrypted in the database while the mail server is away, and is deleted once sent', async () => {
    await mailbox.close();
    await palabre.services.mails.send(mail('away@exemple.fr'));
    await vi.waitUntil(async () => ((await waiting())[0]?.attempts ?? 0) > 0);
    expect(JSON.stringify(await waiting())).not.toMatch(/482913|away@/);
    await mailbox.open();
    const got = await mailbox.nth('away@exemple.fr');
    expect(got.text).toContain('482913');
    await vi.waitUntil(async () => (await waiting()).length === 0);
    expect(mailbox.to('away@exemple.fr')).toHaveLength(1);
  });

  it('past its deadline is given up and deleted', async () => {
    await palabre.services.mails.send(mail('late@exemple.fr', { until: new Date(Date.now() - 1) }));
    await palabre.services.mails.send(mail('next@exemple.fr'));
    await mailbox.nth('next@exemple.fr');
    await vi.waitUntil(async () => (await waiting()).length === 0);
    expect(mailbox.to('late@exemple.fr')).toEqual([]);
  });

  it('that its own address keeps from leaving says nothing against the mail server, which one away does', async () => {
    const { mails } = palabre.services;
    const deliver = (to: string) => mails.deliver({ ...mail(to), id: randomUUID() });
    await deliver('zoe@exemple.fr');
    mailbox.refuses = 'partie@exemple.fr';
    await expect(deliver('partie@exemple.fr')).rejects.toMatchObject({ code: 'EENVELOPE' });
    expect(mails.failing()).toBe(false);
    await mailbox.close();
    await expect(deliver('zoe@exemple.fr')).rejects.toThrow();
    expect(mails.failing()).toBe(true);
    await mailbox.open();
    await deliver('zoe@exemple.fr');
    expect(mails.failing()).toBe(false);
  });

  it('of a transaction that rolls back is not sent', async () => {
    const { database, mails } = palabre.services;
    const failing = database.kysely.transaction().execute(async db => {
      await mails.send(mail('never@exemple.fr'), db);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await mails.send(mail('after@exemple.fr'));
    await mailbox.nth('after@exemple.fr');
    expect(mailbox.to('never@exemple.fr')).toEqual([]);
  });
});

it('a mail without a mail server is a file of the outbox, readable by the account of the server only', async () => {
  const alone = await startPalabre();
  const logged = vi.spyOn(alone.services.logger, 'info');
  await alone.services.mails.send(mail('zoe@exemple.fr', { language: 'en' }));
  const outbox = join(alone.dataDir, 'outbox');
  await vi.waitUntil(() => JSON.stringify(logged.mock.calls).includes('zoe@exemple.fr'));
  const files = readdirSync(outbox);
  expect(files).toEqual([expect.stringMatching(/\.eml$/)]);
  const file = join(outbox, files[0] ?? '');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const got = await PostalMime.parse(readFileSync(file));
  expect(got).toMatchObject({ to: [{ address: 'zoe@exemple.fr' }], from: { address: 'palabre@localhost' } });
  expect(got.text).toContain('482913');
  expect(got.text).toContain('Sent by Palabre');
  expect(got.html).toContain('<html lang="en">');
  expect(JSON.stringify(logged.mock.calls)).not.toContain('482913');
});
