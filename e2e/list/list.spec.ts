import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Page } from '@playwright/test';
import { anyContent, fill, ListOnScreen, listen, prose } from '../support/list.ts';
import { watchQuiet } from '../support/quiet.ts';
import { Random } from '../support/random.ts';
import { setTheme } from '../support/screens.ts';
import { type Account, composer, expect, type People, type Place, test } from '../support/test.ts';

/**
 * Random sequences: whatever arrives, leaves, grows or changes, the anchored row stays in place and the end stays the
 * end. `LIST_SEQUENCES=300 npx playwright test e2e/list/list.spec.ts` runs many, `LIST_SEED=17` repeats one.
 */
const sequences = Number(process.env.LIST_SEQUENCES ?? 3);
const firstSeed = Number(process.env.LIST_SEED ?? 1);
const steps = Number(process.env.LIST_STEPS ?? 12);
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

interface Scene {
  random: Random;
  page: Page;
  list: ListOnScreen;
  /** Waits until the list is at rest and asks for nothing: an end on screen may be that of the loaded messages alone. */
  rest: () => Promise<void>;
  authors: [Account, Account];
  channelId: string;
  messages: Message[];
  told: (text: string) => Promise<void>;
  size: { width: number; height: number };
}

const rowKey = ({ sender, nonce, _id }: Message) => (nonce ? `${sender._id} ${nonce}` : _id);

/** Events that happen to a list without its reader; each returns its description, and may spare the anchored row. */
const events: Record<string, (scene: Scene, spare: string | undefined) => Promise<string>> = {
  async arrives({ random, authors, channelId, messages, told }) {
    const contents = Array.from({ length: random.between(1, 3) }, () => anyContent(random));
    const posted = await fill([authors[1]], channelId, contents);
    messages.push(...posted);
    await told(posted.at(-1)?._id ?? '');
    return `${posted.length} arrive`;
  },
  async edited({ random, authors, messages, told }, spare) {
    const message = random.of(messages.filter(one => rowKey(one) !== spare));
    const author = authors.find(({ user }) => user._id === message.sender._id) as Account;
    const content = `${anyContent(random)}\n\nmodifié ${message._id} ${random.between(0, 1e9)}`;
    const { message: edited } = await author.client.ok(api.messages.edit, {
      params: { id: message._id },
      body: { content },
    });
    messages.splice(messages.indexOf(message), 1, edited);
    await told(`"seq":${edited.seq}`);
    return `${messages.indexOf(edited)} of ${messages.length} is edited`;
  },
  async deleted({ random, authors, messages, told }, spare) {
    const message = random.of(messages.filter(one => rowKey(one) !== spare));
    const author = authors.find(({ user }) => user._id === message.sender._id) as Account;
    const index = messages.indexOf(message);
    messages.splice(index, 1);
    await author.client.ok(api.messages.remove, { params: { id: message._id } });
    await told(`deleteMessage",{"_id":"${message._id}"`);
    return `${index} of ${messages.length + 1} is deleted`;
  },
  async grows({ random, list }, spare) {
    const rows = (await list.look()).rows.filter(row => row.key !== spare);
    if (rows.length === 0) return 'nothing grows';
    const { key } = random.of(rows);
    const height = random.between(20, 900);
    await list.log.evaluate(
      async (log, { key, height }) => {
        // Grows in a frame, as a picture does: a state between two frames is never painted.
        await new Promise(requestAnimationFrame);
        const row = [...log.querySelectorAll<HTMLElement>('[data-row]')].find(one => one.dataset.row === key);
        row?.style.setProperty('min-height', `${height}px`);
      },
      { key, height },
    );
    const grown = rows.find(row => row.key === key);
    return `the row at ${Math.round(grown?.top ?? 0)}, ${Math.round((grown?.bottom ?? 0) - (grown?.top ?? 0))} px high, becomes at least ${height}`;
  },
  async writes({ random, page }) {
    const lines = random.between(0, 8);
    await composer(page).fill(Array.from({ length: lines }, (_, line) => `ligne ${line}`).join('\n'));
    return `${lines} lines are typed`;
  },
  async types({ random, page }) {
    await composer(page).focus();
    await page.keyboard.type(prose(random, 6));
    return 'some letters are typed';
  },
  async resized({ random, page, size }) {
    const to = { width: size.width - random.between(0, 60), height: size.height - random.between(0, 300) };
    await page.setViewportSize(to);
    return `the window becomes ${to.width} by ${to.height}`;
  },
  async repainted({ random, page }) {
    const theme = random.of(['light', 'dark'] as const);
    await setTheme(page, theme);
    return `the theme becomes ${theme}`;
  },
};

/** Movements of the reader. */
const moves: Record<string, (scene: Scene) => Promise<string>> = {
  async 'up a little'({ random, list }) {
    await list.wheel(-random.between(5, 900));
    return 'up a little';
  },
  async 'up far'({ random, list }) {
    await list.wheel(-random.between(1_000, 9_000), random.between(3, 12));
    return 'up far';
  },
  async down({ random, list }) {
    await list.wheel(random.between(5, 3_000), random.between(1, 6));
    return 'down';
  },
  async 'to the end'({ list }) {
    await list.wheel(200_000);
    return 'to the end';
  },
};

async function play(scene: Scene, journal: string[]): Promise<void> {
  const { random, list, rest } = scene;
  if (random.next() < 0.55) {
    journal.push((await moves[random.of(Object.keys(moves))]?.(scene)) ?? '');
    await rest();
  }
  const before = await list.look();
  const atEnd = before.below <= 1;
  const held = await list.held();
  journal.push(
    `[reading ${Math.round(held.top)} to ${Math.round(held.bottom)} of ${before.height}, ${Math.round(before.below)} below]`,
  );
  const moved = await list.watch(held.key);
  journal.push((await events[random.of(Object.keys(events))]?.(scene, held.key)) ?? '');
  await rest();
  const most = await moved();
  const after = await list.look();
  if (atEnd) expect(after.below, 'the end is no longer the end').toBeLessThanOrEqual(1);
  // Near the end of the content, the row can only move down; near its start, only up; within 100 px of the end, new
  // messages are followed.
  const higher = (after.rows.find(({ key }) => key === held.key)?.top ?? held.top) < held.top;
  const isFree = after.below > 1 && before.below > 100 && !(higher && after.above <= 0);
  if (!atEnd && isFree) expect(most, 'the row one reads has moved').toBeLessThanOrEqual(1);
}

async function scene(people: People, place: Place, authors: [Account, Account], seed: number): Promise<Scene> {
  const random = new Random(seed);
  const size = sizes[seed % sizes.length] as (typeof sizes)[number];
  const { channel } = await authors[0].client.ok(api.channels.create, {
    body: { title: `suite ${seed}`, visibility: 'public', workspaceId: place.workspace._id },
  });
  const contents = Array.from({ length: random.between(3, 140) }, () => anyContent(random));
  const messages = await fill(authors, channel._id, contents);
  let told: Scene['told'] = async () => {};
  let quiet: Scene['rest'] = async () => {};
  const page = await people.open(
    authors[0],
    `/workspace/${place.workspace._id}/channel/${channel._id}`,
    { viewport: size },
    opened => {
      told = listen(opened);
      quiet = watchQuiet(opened);
    },
  );
  const list = new ListOnScreen(page);
  await expect(list.log).toBeVisible();
  const rest = async () => {
    await list.rest();
    await quiet();
    await list.rest();
  };
  await rest();
  return { random, page, list, rest, authors, channelId: channel._id, messages, told, size };
}

test('The row being read stays in place, whatever happens to the list', async ({ people }) => {
  test.setTimeout(120_000 + sequences * 20_000);
  const authors: [Account, Account] = [
    await people.register('Camille', 'Moreau'),
    await people.register('Karim', 'Benali'),
  ];
  const place = await people.workspace(authors[0], 'Atelier', authors[1]);
  for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) {
    const journal: string[] = [];
    try {
      const one = await scene(people, place, authors, seed);
      for (let step = 0; step < steps; step += 1) await play(one, journal);
    } catch (cause) {
      throw new Error(`LIST_SEED=${seed}: ${journal.join('; ')}: ${cause instanceof Error ? cause.message : cause}`);
    }
    await people.close();
  }
});

test('the first message of a place stays at its top when it is drawn higher', async ({ people }) => {
  const random = new Random(2);
  const camille = await people.register('Camille', 'Moreau');
  const { path, welcome } = await people.workspace(camille, 'Atelier');
  await fill(
    [camille],
    welcome._id,
    Array.from({ length: 20 }, () => prose(random, 400)),
  );
  const page = await people.open(camille, path, { viewport: { width: 390, height: 844 } });
  const list = new ListOnScreen(page);
  await expect(list.log).toBeVisible();
  await list.wheel(-200_000);
  await list.rest();
  const first = await list.held();
  expect((await list.look()).above).toBe(0);
  const moved = await list.watch(first.key);
  await page.setViewportSize({ width: 330, height: 844 });
  await list.rest();
  const after = (await list.look()).rows.find(({ key }) => key === first.key);
  expect((after?.bottom ?? 0) - (after?.top ?? 0), 'it is not higher').toBeGreaterThan(first.bottom - first.top);
  expect(await moved()).toBeLessThanOrEqual(1);
});
