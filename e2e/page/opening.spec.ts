import { api } from '@palabre/common/contract/index.ts';
import { holdKept, keepsPlace, keptAnswers } from '../support/kept.ts';
import { fill, ListOnScreen, listen, prose } from '../support/list.ts';
import { Random } from '../support/random.ts';
import {
  type Account,
  channelLink,
  expect,
  flashed,
  goWithin,
  holdBack,
  type People,
  type Place,
  saying,
  test,
} from '../support/test.ts';

/** Counts of messages; five hundred of every size only on demand, as they take a minute. */
const counts = (name: string) => (process.env.LIST_SEQUENCES || name === 'any' ? [0, 1, 10, 60, 500] : [0, 1, 10, 60]);
const lengths = { short: [2, 80], long: [1_000, 5_000], any: [2, 5_000] } as const;

interface Opened {
  list: ListOnScreen;
  place: Place;
  camille: Account;
  karim: Account;
  channelId: string;
}

/** Reads the device's read position. */
const readUpTo = ({ list, camille, channelId }: Opened): Promise<number> =>
  list.page.evaluate(
    ([user, channel]) => JSON.parse(localStorage.getItem(`palabre.read.${user}`) ?? '{}')[channel]?.position ?? 0,
    [camille.user._id, channelId] as const,
  );

/** Scrolls until the last message, with this text, is read; returns its position. */
async function readToTheEnd(opened: Opened, last: string): Promise<number> {
  const { list, karim, channelId } = opened;
  const { messages } = await karim.client.ok(api.messages.page, { query: { channelId } });
  const end = Math.max(...messages.map(({ position }) => position));
  await expect
    .poll(
      async () => {
        await list.wheel(1_000_000);
        await list.rest();
        return [(await saying(list.page, last).count()) > 0, (await list.look()).below <= 1, await readUpTo(opened)];
      },
      { intervals: [0], timeout: 30_000 },
    )
    .toEqual([true, true, end]);
  return end;
}

/** Expects the line of new messages a third down, or everything new in view, and only the seen messages read. */
async function opensRight(opened: Opened, before: number, count: number): Promise<void> {
  const { list } = opened;
  const line = list.log.getByText(/^(Nouveaux messages|\d+ nouveaux messages)/);
  if (count === 0) {
    await expect(list.log).toBeVisible();
    await list.rest();
    expect((await list.look()).below).toBeLessThanOrEqual(1);
    await expect(line).toBeHidden();
    return;
  }
  await expect(line).toBeInViewport();
  await list.rest();
  const { height, below, rows } = await list.look();
  const view = (await list.log.boundingBox())?.y ?? 0;
  const at = ((await line.boundingBox())?.y ?? 0) - view;
  if (below > 1) expect(Math.abs(at - height / 3), `the line is at ${at} of ${height}`).toBeLessThanOrEqual(40);
  else expect(at, 'the line is below its third').toBeGreaterThanOrEqual(height / 3 - 40);
  const whole = rows.filter(row => row.bottom <= height + 1).length;
  expect(whole).toBeGreaterThan(0);
  if (below > 1) expect(await readUpTo(opened), 'what was not seen is read').toBeLessThan(before + count);
  else await expect.poll(() => readUpTo(opened)).toBe(before + count);
}

for (const [name, [least, most]] of Object.entries(lengths)) {
  test(`a channel opens on the first unread message, with unread ones that are ${name}`, async ({ people }) => {
    test.setTimeout(240_000);
    const random = new Random(most);
    const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
    const place = await people.workspace(camille, 'Atelier', karim);
    let told = async (_text: string) => {};
    const page = await people.open(camille, place.path, {}, opened => {
      told = listen(opened);
    });
    const list = new ListOnScreen(page);
    const some = (count: number) => Array.from({ length: count }, () => prose(random, random.between(least, most)));
    for (const count of counts(name)) {
      await test.step(`${count} unread`, async () => {
        const title = `${name} ${count}`;
        const body = { title, visibility: 'public', workspaceId: place.workspace._id } as const;
        const { channel } = await camille.client.ok(api.channels.create, { body });
        const opened = { list, place, camille, karim, channelId: channel._id };
        await fill([karim], channel._id, [...some(70), 'lu en dernier']);
        await channelLink(page, title).click();
        const before = await readToTheEnd(opened, 'lu en dernier');
        await channelLink(page, 'général').click();
        await expect(page.getByText('Aucun message à afficher')).toBeVisible();
        const unread = await fill([karim], channel._id, some(count));
        // A list at its end follows new messages: they must arrive before the channel is opened.
        if (count > 0) await told(unread.at(-1)?._id ?? '');

        // First from the page's cache, then after a reload that keeps only the read positions.
        await channelLink(page, title).click();
        await opensRight(opened, before, count);
        const seen = await readUpTo(opened);
        await page.reload();
        await opensRight(opened, seen, before + count - seen);

        if (count === 0) return;
        // Loads page after page on the way.
        await expect
          .poll(
            async () => {
              await list.wheel(1_000_000);
              await list.rest();
              return [(await list.look()).below <= 1, await readUpTo(opened)];
            },
            { intervals: [0], timeout: 30_000 },
          )
          .toEqual([true, before + count]);
      });
    }
  });
}

/** Opens a channel read to its end; returns a function that writes more messages in it, with these last ones. */
async function allRead(people: People) {
  const random = new Random(5);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const { _id: channelId } = place.welcome;
  const more = (count: number, ...last: string[]) =>
    fill([karim], channelId, [...Array.from({ length: count }, () => prose(random, random.between(20, 80))), ...last]);
  await more(40, 'lu en dernier');
  const page = await people.open(camille, place.path, {}, opened => void listen(opened));
  const opened: Opened = { list: new ListOnScreen(page), place, camille, karim, channelId };
  return { opened, page, before: await readToTheEnd(opened, 'lu en dernier'), more };
}

test('The line of new messages stays in place, however late the unread states arrive', async ({ people }) => {
  const { opened, page, before, more } = await allRead(people);
  await page.goto('/workspaces');
  await more(60);
  const answer = await holdBack(page, '**/api/unread');
  await page.goto(opened.place.path);
  await opensRight(opened, before, 60);
  const known = page.waitForResponse('**/api/unread');
  answer();
  await known;
  await opensRight(opened, before, 60);
});

test('Kept messages that the device reads late do not move the line of new messages', async ({ people }) => {
  const { opened, page, before, more } = await allRead(people);
  await keepsPlace(page, opened.channelId);
  await page.goto('about:blank');
  await more(60);
  const release = await holdKept(page);
  const answer = await holdBack(page, '**/api/message/paginated*');
  const asked = page.waitForRequest('**/api/message/paginated*');
  await page.goto(opened.place.path);
  await asked;
  await release();
  await expect(saying(page, 'lu en dernier')).toBeInViewport();
  await opened.list.rest();
  answer();
  await expect.poll(async () => (await opened.list.look()).below).toBeGreaterThan(1);
  await opensRight(opened, before, 60);
});

for (const [also, missed] of [
  ['', 0],
  [', also when it has missed the first of them', 1],
] as const) {
  test(`New messages beyond those kept on the device show from their first one${also}`, async ({ people }) => {
    const { opened, page, before, more } = await allRead(people);
    const kept = async () => (await keptAnswers(page, '')).bytes;
    await keepsPlace(page, opened.channelId);
    const less = await kept();
    if (missed === 0) await goWithin(page, '/workspaces');
    else {
      await page.goto('about:blank');
      await more(missed);
      await holdBack(page, '**/api/message/changes*');
      // The socket is in its rooms once it is answered; its first frame comes before.
      const isAnswer = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40');
      const connected = page
        .waitForEvent('websocket')
        .then(socket => socket.waitForEvent('framereceived', { predicate: isAnswer }));
      await page.goto('/workspaces');
      await connected;
    }
    // A single message: the device may have kept some of several.
    await more(0, 'gardé sans être lu');
    await expect.poll(kept).toBeGreaterThan(less);

    await page.goto('about:blank');
    await more(60);
    const answer = await holdBack(page, '**/api/{unread,message/changes*}');
    await page.goto(opened.place.path);
    await expect(saying(page, 'gardé sans être lu')).toBeInViewport();
    await opened.list.rest();
    answer();
    // The saved messages end in view: the list is whole once it goes on below.
    await expect.poll(async () => (await opened.list.look()).below).toBeGreaterThan(1);
    await expect(saying(page, 'gardé sans être lu')).toBeInViewport();
    await opensRight(opened, before, missed + 61);
  });
}

test('the address of a message leads to it, however far back it is', async ({ people }) => {
  const random = new Random(3);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const { path, welcome } = await people.workspace(camille, 'Atelier', karim);
  const contents = Array.from({ length: 200 }, (_, n) => `Message ${n + 1}. ${prose(random, random.between(2, 900))}`);
  const posted = await fill([karim], welcome._id, contents);
  const page = await people.open(camille, `${path}?message=${posted[39]?._id}`);
  const list = new ListOnScreen(page);
  await flashed(page, 'Message 40.');
  await expect(saying(page, 'Message 40.')).toBeFocused();
  await list.rest();
  const { height, rows, below } = await list.look();
  const target = rows.find(({ key }) => key === posted[39]?._id);
  expect(Math.abs((target?.top ?? 0) - Math.round(height / 3))).toBeLessThanOrEqual(1);
  expect(below).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Aller aux derniers messages' }).click();
  await expect(saying(page, 'Message 200.')).toBeInViewport();
  await list.rest();
  expect((await list.look()).below).toBeLessThanOrEqual(1);

  people.expectRefused(/404 GET .*\/message\/paginated/);
  await page.goto(`${path}?message=018f0000-0000-7000-8000-000000000000`);
  await expect(page.getByText('Ce message n’est plus là.')).toBeVisible();
  await expect(saying(page, 'Message 200.')).toBeInViewport();
});

test('Messages missed while disconnected show from their first one, at the end of a channel and in one opened meanwhile', async ({
  people,
}) => {
  const random = new Random(8);
  const [camille, karim] = [await people.register('Camille', 'Moreau'), await people.register('Karim', 'Benali')];
  const place = await people.workspace(camille, 'Atelier', karim);
  const body = { title: 'chantier', visibility: 'public', workspaceId: place.workspace._id } as const;
  const { channel } = await camille.client.ok(api.channels.create, { body });
  const some = (count: number) => Array.from({ length: count }, () => prose(random, random.between(20, 400)));
  const page = await people.open(camille, `/workspace/${place.workspace._id}/channel/${channel._id}`);
  const list = new ListOnScreen(page);
  const seen = { list, place, camille, karim };
  const read = async (channelId: string, title: string) => {
    await fill([karim], channelId, [...some(40), `fin de ${title}`]);
    await channelLink(page, title).click();
    return readToTheEnd({ ...seen, channelId }, `fin de ${title}`);
  };
  const chantier = await read(channel._id, 'chantier');
  const general = await read(place.welcome._id, 'général');

  const away = async (channelId: string) => {
    await page.context().setOffline(true);
    await expect(page.getByText('Vous êtes hors ligne.')).toBeVisible();
    await fill([karim], channelId, some(30));
  };
  await away(place.welcome._id);
  await page.context().setOffline(false);
  await opensRight({ ...seen, channelId: place.welcome._id }, general, 30);

  // Opened without a connection, a channel shows the end of its kept messages.
  await away(channel._id);
  await channelLink(page, 'chantier').click();
  await expect(saying(page, 'fin de chantier')).toBeInViewport();
  await page.context().setOffline(false);
  await opensRight({ ...seen, channelId: channel._id }, chantier, 30);
});
