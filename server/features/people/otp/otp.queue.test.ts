import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { codeSentTo } from '../../../test/outbox.ts';
import { pair } from '../../../test/people/codes.ts';
import { askForCode } from './open/codes.ts';

interface Waiting {
  name: string;
  priority: number;
  userId: string;
}

/** Lists the waiting jobs in the order in which they will run. */
async function waitingIn({ services }: Palabre): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT tasks.identifier AS name, jobs.priority, jobs.payload ->> 'userId' AS "userId"
    FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
    ORDER BY jobs.priority, jobs.run_at`.execute(services.database.kysely);
  return rows;
}

const askForNobody = (palabre: Palabre) =>
  palabre.nobody.ok(api.otp.sent, { body: { p_id: newId(), p_email: `${newId()}@exemple.fr` } });
/** Queues requests for unknown accounts, as the server does for each. */
const queueForNobody = ({ services }: Palabre, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      askForCode(services, {
        ...{ userId: newId(), purpose: 'reset', email: `${newId()}@exemple.fr` },
        ...{ from: { device: null, address: '127.0.0.1' }, language: 'fr', at: Date.now(), whom: 'nobody' },
      }),
    ),
  );

describe('pending requests for codes', () => {
  let palabre: Palabre;
  beforeAll(async () => {
    palabre = await startPalabre();
    await palabre.endJobs();
  });

  it('of real people go first: from inside an account, then from outside', async () => {
    const [inside, outside] = [await palabre.register(), await palabre.register()];
    for (let n = 0; n < 40; n += 1) await askForNobody(palabre);
    await palabre.nobody.ok(api.otp.sent, { body: pair(outside) });
    await inside.ok(api.otp.sent, { body: pair(inside) });
    const waiting = await waitingIn(palabre);
    expect(waiting.length).toBeGreaterThan(30);
    expect(waiting.slice(0, 2).map(({ userId }) => userId)).toEqual([inside.id, outside.id]);
  });

  it('of unknown accounts are five hundred at most, and leave those of real people', async () => {
    const before = (await waitingIn(palabre)).filter(({ priority }) => priority < 3);
    await queueForNobody(palabre, 600);
    const waiting = await waitingIn(palabre);
    const nobodys = waiting.filter(({ priority }) => priority === 3);
    expect(nobodys.length).toBeGreaterThan(300);
    expect(nobodys.length).toBeLessThanOrEqual(500);
    expect(waiting.filter(({ priority }) => priority < 3)).toEqual(before);
  });
});

it('A hundred codes asked for at once behind three hundred of unknown accounts are all sent', async () => {
  const palabre = await startPalabre();
  const people = await Promise.all(Array.from({ length: 10 }, () => palabre.register()));
  const sent = vi.spyOn(palabre.services.mails, 'send');
  await queueForNobody(palabre, 300);
  const all = Array.from({ length: 10 }, () => people).flat();
  await Promise.all(all.map(person => person.ok(api.otp.sent, { body: pair(person) })));
  await vi.waitUntil(() => sent.mock.calls.length === 100);
  for (const person of people) await codeSentTo(palabre, person.user.email, 10);
  // Jobs of unknown accounts run as well: an idle worker takes them.
  await vi.waitFor(async () => expect(await waitingIn(palabre)).toEqual([]));
});

it('The mail of a code goes before all other mails when a person in an account waits for it', async () => {
  const palabre = await startPalabre({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const [inside, outside] = [await palabre.register(), await palabre.register()];
  await palabre.nobody.ok(api.otp.sent, { body: pair(outside) });
  await inside.ok(api.otp.sent, { body: pair(inside) });
  const mails = async () =>
    (await waitingIn(palabre)).filter(({ name }) => name === 'mail.send').map(({ priority }) => priority);
  await vi.waitFor(async () => expect(await mails()).toEqual([1, 2]));
});
