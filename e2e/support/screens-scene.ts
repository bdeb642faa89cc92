import type { Scene } from './scene.ts';
import type { Screen } from './screens.ts';
import { composer, dialog, expect, type Page, saying } from './test.ts';

const shown = async (page: Page) => {
  await expect(saying(page, 'lundi matin')).toBeVisible();
};
const thread = (page: Page) => page.getByRole('complementary', { name: 'Fil', exact: true });
const channel = ({ channel }: Scene) => channel;

/**
 * Opens the channel with unread messages, from a page that stores nothing on the device: stored messages may be older
 * than the read state.
 */
const openUnread = async (page: Page, { rewind, channel }: Scene, line: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await rewind();
  await page.goto(channel);
  await expect(page.getByText(line).first()).toBeVisible();
  // The panel of members is beside the messages.
  if ((page.viewportSize()?.width ?? 0) > 1_200) await expect(page.getByText('Économiste')).toBeVisible();
};

/** Drags a file from the desktop over the channel. */
const drag = (page: Page) =>
  page.getByRole('log').evaluate(log => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['Le plan'], 'plan.pdf', { type: 'application/pdf' }));
    const { left, top } = log.getBoundingClientRect();
    const where = { clientX: left + 40, clientY: top + 40 };
    log.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer, ...where }));
  });

/** Screens of a morning's work: unread messages, people writing, messages on their way. */
export const sceneScreens: Screen<Scene>[] = [
  {
    name: 'scene',
    path: () => '/privacy',
    ready: async (page, scene) => {
      await openUnread(page, scene, 'Nouveaux messages');
      await expect(async () => {
        scene.write();
        await expect(page.getByText('Léonie écrit…')).toBeVisible({ timeout: 1_000 });
      }).toPass();
      // A finger has no hover, and a long press for the same.
      if (!(await page.evaluate(() => matchMedia('(hover: hover)').matches))) return;
      await saying(page, 'lundi matin').hover();
      await expect(page.getByRole('toolbar', { name: /^Actions/ }).first()).toBeVisible();
    },
  },
  {
    name: 'scene-badges',
    path: () => '/home',
    ready: async (page, { rewind }) => {
      await rewind();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Non lus' })).toBeVisible();
    },
  },
  {
    name: 'scene-pins',
    path: channel,
    ready: async page => {
      await shown(page);
      const button = page.getByRole('button', { name: /^Messages épinglés/i });
      if (await button.isVisible()) await button.click();
      else {
        await page.getByRole('button', { name: 'Actions du salon' }).click();
        await page.getByRole('menuitem', { name: /^Messages épinglés/i }).click();
      }
      await expect(page.getByRole('dialog').getByText('avis favorable')).toBeVisible();
    },
  },
  {
    name: 'scene-reactions',
    path: channel,
    ready: async page => {
      await shown(page);
      await page.getByRole('button', { name: /^🎉/ }).first().focus();
      await expect(page.getByText('Léonie Dubreuil, Souleymane Aw', { exact: false }).last()).toBeVisible();
    },
  },
  {
    name: 'scene-drop',
    path: channel,
    ready: async page => {
      await shown(page);
      // A render between two looks puts the overlay away.
      await expect(async () => {
        await drag(page);
        await expect(page.getByText('Déposez vos fichiers ici')).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  {
    name: 'scene-search',
    path: channel,
    ready: async page => {
      await shown(page);
      await page.keyboard.press('Control+k');
      await expect(dialog(page, 'Rechercher')).toBeVisible();
    },
  },
  {
    name: 'scene-thread',
    path: () => '/privacy',
    ready: async (page, { rewind, channel, threads }) => {
      await rewind();
      await page.goto(`${channel}?thread=${threads.full}`);
      await expect(thread(page).getByText('1 800 €')).toBeVisible();
      await expect(thread(page).getByText('Nouveaux messages')).toBeVisible();
    },
  },
  {
    name: 'scene-thread-new',
    path: ({ channel, threads }) => `${channel}?thread=${threads.empty}`,
    ready: async page => {
      await expect(thread(page).getByRole('article')).toHaveCount(1);
      await expect(thread(page).getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'scene-threads',
    path: () => '/privacy',
    ready: async (page, { rewind }) => {
      await rewind();
      await page.goto('/threads');
      await expect(page.getByText('1 800 €')).toBeVisible();
    },
  },
  {
    name: 'scene-english',
    path: () => '/privacy',
    ready: async (page, scene) => {
      await page.evaluate(() => localStorage.setItem('palabre.language', 'en'));
      await openUnread(page, scene, 'New messages');
    },
  },
  {
    name: 'scene-upload',
    path: channel,
    ready: async (page, { picture }) => {
      await shown(page);
      await composer(page).focus();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Joindre des fichiers' }).click();
      await (await chooser).setFiles({ name: 'façade nord.jpg', mimeType: 'image/jpeg', buffer: picture });
      await expect(page.getByRole('list', { name: 'Fichiers joints' }).locator('img')).toBeVisible();
      const line = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: picture.length / 90 };
      await line.send('Network.emulateNetworkConditions', slow);
      await composer(page).fill('La façade nord, ce matin.');
      await composer(page).press('Control+Enter');
      await expect(page.getByText(/^\d.* sur .*o$/)).toBeVisible();
    },
  },
];
