import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import type { Page } from '@playwright/test';
import { pressInRow } from './rows.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './stage.ts';
import { composer, expect, saying } from './test.ts';

const inHours = (hours: number) => ({ localTime: localTimeOf(Date.now() + hours * 3_600_000, 'UTC'), zone: 'UTC' });

/** Schedules two messages and a reminder, unless that is done. */
async function fill({ owner, welcome }: Stage): Promise<void> {
  const { client } = owner;
  if ((await client.ok(api.scheduled.list)).scheduled.length > 0) return;
  const channelId = welcome._id;
  const { messages } = await client.ok(api.messages.page, { query: { channelId } });
  const content =
    'Bonjour à tous, la démonstration de la maquette est à **14 h**, dans la grande salle\u00a0: venez avec vos plans et vos questions.';
  await client.ok(api.scheduled.create, { body: { channelId, content, ...inHours(20), nonce: randomUUID() } });
  await client.ok(api.scheduled.create, {
    body: { channelId, content: 'Le devis', ...inHours(90), nonce: randomUUID() },
    files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
  });
  const id = messages.find(({ content: said }) => said.includes('charpente'))?._id ?? '';
  await client.ok(api.scheduled.remind, { params: { id }, body: { ...inHours(3), nonce: randomUUID() } });
}

const listed = async (page: Page, stage: Stage) => {
  await fill(stage);
  await page.goto('/scheduled');
  await expect(page.getByRole('list', { name: 'Messages programmés et rappels' }).getByText('Le devis')).toBeVisible();
  await expect(page.getByText('La charpente').first()).toBeVisible();
};

/** Screens of scheduled messages and reminders. */
export const scheduledScreens: Screen[] = [
  { name: 'scheduled', path: () => '/privacy', ready: listed },
  {
    name: 'scheduled-edit',
    path: () => '/privacy',
    ready: async (page, stage) => {
      await listed(page, stage);
      await pressInRow(page, 'Le devis', { button: 'Modifier\u00a0: Le devis', item: 'Modifier' });
      await expect(page.getByRole('dialog', { name: 'Modifier le message programmé' })).toBeVisible();
    },
  },
  {
    name: 'scheduled-when',
    path: ({ path }) => path,
    ready: async (page, stage) => {
      await fill(stage);
      await expect(saying(page, 'const total')).toBeVisible();
      await composer(page).fill('À demain\u00a0!');
      await page.getByRole('button', { name: 'Programmer l’envoi' }).click();
      await expect(page.getByRole('dialog', { name: 'Programmer l’envoi' })).toBeVisible();
    },
  },
  {
    name: 'scheduled-line',
    path: ({ path }) => path,
    ready: async (page, stage) => {
      await fill(stage);
      await expect(page.getByRole('link', { name: '2 messages programmés ici' })).toBeVisible();
    },
  },
  {
    name: 'scheduled-remind',
    path: ({ path }) => path,
    ready: async page => {
      await saying(page, 'const total').focus();
      await page.keyboard.press('m');
      await expect(page.getByRole('dialog', { name: 'Me le rappeler' })).toBeVisible();
    },
  },
];
