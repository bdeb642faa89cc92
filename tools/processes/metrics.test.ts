import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { openSocket } from '../../server/test/listener.ts';
import { measuresOf } from '../../server/test/measures.ts';
import { start, usedDataFolder } from './palabre.ts';
import { settle } from './someone.ts';

test('Metrics tell posts, deliveries, people online, jobs, mails, storage, disk, search and the version', async () => {
  const variables = { SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' };
  const server = await start(usedDataFolder(), variables).ready();
  const { token, user, channelId } = await settle(server.url);
  const ears = await openSocket(server.url, token, async () => '');
  const camille = new Client(server.url, token);
  const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
  const { message } = await camille.ok(api.messages.send, { body: { channelId, content: 'Le plan' }, files });
  await ears.next('newMessage');
  await fetch(server.url + message.fileAttachments[0]?.url, { headers: { cookie: `token=${token}` } });
  await camille.ok(api.otp.sent, { body: { p_id: user._id, p_email: user.email } });

  const read = () => measuresOf(server.url);
  // The mail server is away: the mail waits, after a failure.
  await expect.poll(async () => (await read())['palabre_jobs_failing{task="mail.send"}']).toBe(1);
  await expect.poll(async () => (await read()).palabre_search_behind).toBe(0);
  const found = await read();
  expect(found).toMatchObject({
    palabre_posts_total: 2,
    palabre_people_online: 1,
    palabre_mails_waiting: 1,
    palabre_mails_given_up: 0,
    palabre_slow_sockets_total: 0,
    'palabre_jobs_waiting{task="mail.send"}': 1,
    'palabre_jobs_given_up{task="mail.send"}': 0,
    'palabre_storage_seconds_count{action="take",outcome="ok"}': 1,
    'palabre_storage_seconds_count{action="read",outcome="ok"}': 1,
  });
  // Prometheus renames labels that it sets itself: no alarm over them would ever ring.
  expect(Object.keys(found).filter(name => /[{,](job|instance)="/.test(name))).toEqual([]);
  expect(found.palabre_deliveries_total).toBeGreaterThan(0);
  expect(found.palabre_disk_free_bytes).toBeGreaterThan(0);
  const age = Date.now() / 1000 - Number(found['palabre_job_last_success_seconds{task="search.catchUp"}']);
  expect(age).toBeLessThan(3_600);
  expect(Object.keys(found).find(name => name.startsWith('palabre_info'))).toMatch(/version="\d.*schema="\d{4}_/);
  ears.close();
});
