import { api } from '@palabre/common/contract/index.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import type { Page } from '@playwright/test';
import { hoursFrom } from '../../server/test/people/duty.ts';
import { showMyMenu } from './beside.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './stage.ts';
import { composer, dialog, expect } from './test.ts';

/** Gives the owner hours and two absences. */
async function fill({ owner: { client } }: Stage): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await client.ok(api.availability.setHours, { body: { hours: { ...hoursFrom(-2, 6), holidays: 'metropole' } } });
  const text = 'Pour les devis, voyez Karim\u00a0; pour les plans, attendez mon retour.';
  await client.ok(api.availability.setAbsences, {
    body: {
      absences: [
        { from: dayAfter(today, 20), to: dayAfter(today, 31), text },
        { from: dayAfter(today, 60), to: dayAfter(today, 60) },
      ],
    },
  });
}

const away = (page: Page) => page.getByRole('region', { name: 'Personne au repos' });

/** Opens a conversation whose other person is away, and has somebody who stands in. */
async function showAway(page: Page, path: string): Promise<void> {
  await page.route('**/api/availability?**', route => {
    // Whoever else is shown beside the field is asked for in the same request.
    const ids = (new URL(route.request().url()).searchParams.get('ids') ?? '').split(',');
    const until = `${dayAfter(new Date().toISOString().slice(0, 10), 12)}T08:00:00.000Z`;
    const deputy = { _id: '0199f3c0-5a1e-704f-9899-6da763b7a969', firstName: 'Léonie', lastName: 'Dubreuil' };
    const text = 'Pour les devis, voyez Léonie\u00a0; pour les plans, attendez mon retour.';
    const offDuty = ids.map(_id => ({ _id, until, isAbsent: true, deputy, text }));
    return route.fulfill({ json: { offDuty } });
  });
  await page.goto(path);
  await expect(away(page)).toBeVisible();
  await page.unroute('**/api/availability?**');
}

/** Screens of hours, absences, « ne pas déranger » and of people off duty. */
export const availabilityScreens: Screen[] = [
  {
    name: 'hours',
    path: () => '/privacy',
    ready: async (page, stage) => {
      await fill(stage);
      await page.goto('/settings/profile');
      await expect(page.getByRole('textbox', { name: 'Début, lundi' })).toBeVisible();
      await page.getByRole('region', { name: 'Vos horaires' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'hours-absences',
    path: () => '/settings/profile',
    scrolled: true,
    ready: async page => {
      await page.getByRole('region', { name: 'Ne pas déranger' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('region', { name: 'Vos absences' }).getByText('Pour les devis')).toBeVisible();
    },
  },
  {
    name: 'hours-quiet',
    within: '[role="menu"]',
    path: () => '/home',
    ready: async page => {
      // « Bonsoir », from six o’clock on.
      await expect(page.getByRole('heading', { level: 1, name: /Camille$/ })).toBeVisible();
      await showMyMenu(page, 'Camille Moreau');
      // On a phone the menu is a page, with sheets of its own.
      const status = page.getByRole('button', { name: /^Statut/ }).or(page.getByRole('menuitem', { name: 'Statut' }));
      await status.click();
      await expect(page.getByRole('menuitem', { name: 'Pendant une heure' })).toBeVisible();
    },
  },
  {
    name: 'hours-line',
    path: () => '/privacy',
    ready: async (page, { talks }) => {
      await showAway(page, talks.pair);
      await composer(page).fill('Bonjour, as-tu reçu les plans\u202f?');
      await expect(away(page).getByRole('button', { name: 'Écrire à Léonie' })).toBeVisible();
    },
  },
  {
    name: 'hours-urgent',
    path: () => '/privacy',
    ready: async (page, { talks }) => {
      await showAway(page, talks.pair);
      await composer(page).fill('Le serveur du client ne répond plus.');
      await away(page).getByRole('button', { name: 'Urgent…' }).click();
      await expect(dialog(page, 'Envoyer comme urgent\u202f?')).toBeVisible();
    },
  },
];
