import { api } from '@palabre/common/contract/index.ts';
import { Held } from '../support/held.ts';
import { channelLink, composer, dialog, expect, goWithin, hear, type Page, still as test } from '../support/test.ts';

/** Creation under test: the act, its event, and the expected result. */
interface Making {
  event: string;
  act: (page: Page) => Promise<void>;
  made: (page: Page) => Promise<void>;
}

const writesIn = (page: Page, title: string) =>
  expect(composer(page)).toHaveAttribute('placeholder', `Envoyer un message dans #${title}`);

const channel = (title: string, visibility: string, path: string): Making => ({
  event: 'newChannel',
  async act(page) {
    await goWithin(page, path);
    await page.getByRole('button', { name: 'Créer un salon' }).click();
    await page.getByRole('radio', { name: new RegExp(`^${visibility}`) }).check();
    await page.getByPlaceholder('Entrez le nom du salon').fill(title);
    await dialog(page, 'Créer un salon').getByRole('button', { name: 'Créer' }).click();
  },
  async made(page) {
    await writesIn(page, title);
    await expect(channelLink(page, title)).toBeVisible();
  },
});

for (const [last, before] of [
  ['events', 'the answer comes before the event'],
  // The resulting caches are tested by `sync.test.ts`.
  ['answers', 'the event comes before the answer'],
] as const) {
  test(`A created or joined place shows and stays when ${before}`, async ({ people }) => {
    const [camille, karim] = [
      await people.register('Camille', 'Moreau'),
      await people.register('Karim', `Benali${Date.now()}`),
    ];
    const { workspace, path } = await people.workspace(camille, 'Atelier', karim);
    const open = await people.workspace(karim, `Rivière ${karim.user.lastName}`);
    const closed = await people.workspace(karim, 'Direction');
    await karim.client.ok(api.workspaces.update, { params: { id: closed.workspace._id }, body: { restricted: true } });
    const { inviteCode } = await karim.client.ok(api.invites.create, {
      params: { id: closed.workspace._id },
      body: { users: [camille.user._id] },
    });
    const society = `Tilleul ${karim.user.lastName}`;
    const makings: Record<string, Making> = {
      'a private channel': channel('direction', 'Privé', path),
      'a protected channel': channel('annonces', 'Protégé', path),
      'a public channel': channel('photos', 'Public', path),
      'a workspace': {
        event: 'newWorkspace',
        async act(page) {
          await page.getByRole('button', { name: 'Nouveau workspace' }).click();
          await dialog(page).getByLabel('Nom', { exact: false }).first().fill('Second');
          await dialog(page).getByRole('button', { name: 'Créer' }).click();
        },
        async made(page) {
          await expect(page.getByRole('button', { name: 'Menu de Second' })).toBeVisible();
          await writesIn(page, 'général');
        },
      },
      'a conversation': {
        event: 'newConversation',
        async act(page) {
          await goWithin(page, '/conversation');
          await page.getByRole('main').getByRole('button', { name: 'Nouvelle conversation' }).click();
          const creation = dialog(page, 'Nouvelle conversation');
          await creation.getByLabel('Rechercher une personne').fill(karim.user.lastName);
          await creation.getByText(`Karim ${karim.user.lastName}`).click();
          await creation.getByRole('button', { name: 'Créer' }).click();
        },
        async made(page) {
          await expect(page).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
          await expect(composer(page)).toBeVisible();
        },
      },
      'a role': {
        event: 'newRole',
        async act(page) {
          await goWithin(page, `/settings/workspace/${workspace._id}/roles`);
          await page.getByRole('button', { name: 'Créer un rôle' }).click();
          await page.getByLabel('Nom du rôle').fill('Conduite');
          await dialog(page, 'Créer un rôle').getByRole('button', { name: 'Créer' }).click();
        },
        made: page => expect(page.getByRole('main').getByText('Conduite', { exact: true }).first()).toBeVisible(),
      },
      'a society': {
        event: 'newSociety',
        async act(page) {
          await goWithin(page, '/societies');
          await page.getByRole('button', { name: 'Créer une société' }).first().click();
          await dialog(page, 'Nouvelle société').getByLabel('Nom').fill(society);
          await dialog(page, 'Nouvelle société').getByRole('button', { name: 'Créer', exact: true }).click();
        },
        async made(page) {
          await expect(page).toHaveURL('/userSociety');
          await expect(page.getByRole('heading', { name: society })).toBeVisible();
        },
      },
      'a workspace that one joins': {
        event: 'newWorkspace',
        async act(page) {
          await goWithin(page, open.path);
          await page.getByRole('button', { name: `Rejoindre ${open.workspace.title}` }).click();
        },
        async made(page) {
          await expect(page).toHaveURL(open.path);
          await writesIn(page, 'général');
        },
      },
      'a workspace that one is invited to': {
        event: 'newWorkspace',
        act: page => goWithin(page, `/invite/${inviteCode}`),
        async made(page) {
          await expect(page).toHaveURL(closed.path);
          await writesIn(page, 'général');
        },
      },
    };
    const held = new Held();
    const page = await people.open(camille, path, {}, one => held.stand(one));
    await writesIn(page, 'général');
    const said = await hear(page);
    for (const [what, { event, act, made }] of Object.entries(makings)) {
      await test.step(what, async () => {
        held.hold(last);
        await act(page);
        if (last === 'events') await made(page);
        else await expect.poll(() => held.told).toContain(event);
        held.release();
        await made(page);
        await expect.poll(() => held.told).toContain(event);
        await made(page);
      });
    }
    expect((await said()).filter(one => !one.startsWith('Succès'))).toEqual([]);
  });
}
