// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ownZone } from '../../../platform/local-day.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { ScheduledPage } from './ScheduledPage.tsx';
import { scheduledLive } from './scheduled.live.ts';

afterEach(cleanup);

const scheduled = (id: string, fields: Partial<Scheduled> = {}): Scheduled => ({
  ...{ _id: id, remindsOf: null, channelId: 'general', conversationId: null, workspaceId: 'atelier', threadOf: null },
  ...{ alsoInPlace: false, replyTo: null, content: `Texte de ${id}`, fileAttachments: [], zone: 'UTC' },
  ...{ localTime: '2100-01-04T09:00', at: '2100-01-04T09:00:00.000Z', state: 'waiting', failure: null, version: 1 },
  nonce: id,
  ...fields,
});
const linked = {
  ...{ _id: 'm1', channelId: 'general', conversationId: null, workspaceId: 'atelier', title: 'general', files: 0 },
  sender: { _id: karim._id, firstName: karim.firstName, lastName: karim.lastName, avatar: null },
  ...{ time: '2026-11-22T09:00:00.000Z', excerpt: 'Le plan est **prêt**.' },
};

const rows = () => screen.findAllByRole('listitem');
const button = (name: RegExp, within_: HTMLElement) => within(within_).getByRole('button', { name });
const iconOf = (row: Element) =>
  row
    .querySelector('svg')
    ?.getAttribute('class')
    ?.match(/lucide-([a-z0-9-]+)/)?.[1];

/** Shows the page of a person with these scheduled messages. */
function show(listed: Scheduled[], others: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /scheduled': () => json(200, { scheduled: listed }),
    'GET /message/linked': () => json(200, { messages: [linked] }),
    ...others,
  });
  const { client } = open(
    [
      { path: '/scheduled', Component: ScheduledPage },
      { path: '*', element: <p>Ailleurs</p> },
    ],
    '/scheduled',
  );
  return { client, made: (asked: string) => calls.filter(call => call.asked === asked).map(({ body }) => body) };
}

test('The list says what leaves where and when, names what a reminder is about, and leads there', async () => {
  show([scheduled('un'), scheduled('rappel', { remindsOf: 'm1', content: '' })]);
  const [first, second] = (await rows()) as [HTMLElement, HTMLElement];
  expect(screen.getByText(/^Ce qui partira plus tard, et ce que vous voulez retrouver/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Messages programmés et rappels' })).toBeTruthy();
  expect(await within(first).findByText(/#general/)).toBeTruthy();
  expect(first.textContent).toContain('4 janvier 2100');
  expect([first, second].map(iconOf)).toEqual(['send-horizontal', 'alarm-clock']);
  const link = await within(second).findByRole('link', { name: /^Rappel\s:\sLe plan est prêt\.$/ });
  expect(link.getAttribute('href')).toBe('/workspace/atelier/channel/general?message=m1');
  // Each button names its message.
  for (const act of ['Envoyer maintenant', 'Modifier', 'Annuler'])
    expect(button(new RegExp(`^${act}\\s:\\sTexte de un$`), first)).toBeTruthy();
  // A reminder is told, and never sent.
  expect(within(second).queryByRole('button', { name: /^Envoyer maintenant/ })).toBeNull();
});

test('A reminder names the people whom its message mentions', async () => {
  const id = '018f0000-0000-7000-8000-0000000000ca';
  show([scheduled('rappel', { remindsOf: 'm1', content: '' })], {
    'GET /message/linked': () => json(200, { messages: [{ ...linked, excerpt: `Demandez à <@${id}>.` }] }),
    'GET /user/named': () => json(200, { users: [{ ...karim, _id: id }] }),
  });
  expect(await screen.findByRole('link', { name: /^Rappel\s:\sDemandez à @Karim Benali\.$/ })).toBeDefined();
});

test('What did not leave says why, and keeps its text', async () => {
  show([scheduled('un', { state: 'failed', failure: 'cannot_write' })]);
  const [row] = (await rows()) as [HTMLElement];
  expect(row.textContent).toContain('Texte de un');
  const why = 'Vous ne pouvez plus écrire dans ce salon.';
  expect(within(row).getByText('Pas envoyé').title).toBe(why);
  expect(await within(row).findByText(`#general · ${why}`)).toBeTruthy();
});

test('A reminder of a message that is gone shows nothing of it', async () => {
  show([scheduled('rappel', { remindsOf: 'm2', content: '' })]);
  expect(await screen.findByRole('link', { name: 'Rappel d’un message' })).toBeTruthy();
});

test('An empty list says what puts something there, and one that did not come can be asked for again', async () => {
  let isThere = false;
  show([], { 'GET /scheduled': () => (isThere ? json(200, { scheduled: [] }) : refused(500, 'Panne')) });
  expect(await screen.findByText('Cette liste n’a pas pu être chargée.')).toBeTruthy();
  // It is said here, and not by an alert too.
  expect(useAlerts.getState().alerts).toEqual([]);
  isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Rien de programmé')).toBeTruthy();
  expect(screen.getByText(/programme un message/)).toBeTruthy();
});

test('A message is cancelled once that is confirmed, and sent now with the version that is shown, which is said', async () => {
  let isChanged = true;
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const { made } = show([scheduled('un', { version: 4 })], {
    'DELETE /scheduled/un': () => json(200, { message: 'Annulé.' }),
    'POST /scheduled/un/send': async () => {
      if (isChanged) return refused(409, 'Changé ailleurs.');
      await held;
      return json(200, { message: 'Envoyé.', scheduled: scheduled('un') });
    },
  });
  const [row] = (await rows()) as [HTMLElement];
  await userEvent.click(button(/^Annuler/, row));
  const sure = await screen.findByRole('alertdialog', { name: 'Annuler cet envoi\u00a0?' });
  expect(sure.textContent).toContain('Son texte et ses fichiers seront supprimés.');
  // Enter does not confirm an act that cannot be undone.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Garder' })));
  await userEvent.click(screen.getByRole('button', { name: 'Garder' }));
  expect(made('DELETE /scheduled/un')).toEqual([]);
  await userEvent.click(button(/^Annuler/, row));
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler l’envoi' }));
  await waitFor(() => expect(made('DELETE /scheduled/un')).toHaveLength(1));
  await userEvent.click(button(/^Envoyer maintenant/, row));
  await waitFor(() => expect(made('POST /scheduled/un/send')).toEqual([{ version: 4 }]));
  expect(await screen.findByText('Changé ailleurs.')).toBeTruthy();
  isChanged = false;
  await userEvent.click(button(/^Envoyer maintenant/, row));
  // Another press sends nothing more.
  await userEvent.click(button(/^Envoyer maintenant/, row));
  expect(button(/^Annuler/, row)).toHaveProperty('disabled', true);
  answer();
  expect(await screen.findByText('Message envoyé')).toBeTruthy();
  expect(made('POST /scheduled/un/send')).toHaveLength(2);
});

test('A scheduled message shows the people it mentions by name, keeps them as its text is changed, and asks before that is lost', async () => {
  const mention = '<@018f0000-0000-7000-8000-0000000000ca>';
  const { made } = show([scheduled('un', { content: `Merci ${mention}` })], {
    'GET /user/named': () => json(200, { users: [{ ...karim, _id: mention.slice(2, -1) }] }),
    'PUT /scheduled/un': () => json(200, { scheduled: scheduled('un', { version: 2 }) }),
  });
  await screen.findByRole('link', { name: 'Merci @Karim Benali' });
  await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
  const dialog = await screen.findByRole('dialog', { name: 'Modifier le message programmé' });
  const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect([text.value, text.maxLength]).toEqual(['Merci @Karim Benali', limits.messageContent]);
  await userEvent.type(text, ' !');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getAllByRole('button')[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(text.value).toBe('Merci @Karim Benali !');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(made('PUT /scheduled/un')).toEqual([{ version: 1, content: `Merci ${mention} !` }]));
});

test('What is scheduled in a conversation bears its name, and a reminder of a reply leads to it in its thread', async () => {
  const talk = { _id: 'talk', title: null, isGroup: false, users: [camille, karim], creator: 'camille' };
  const direct = { channelId: null, workspaceId: null, conversationId: 'talk' };
  show([scheduled('direct', direct), scheduled('rappel', { remindsOf: 'm1', content: '' })], {
    'GET /user/camille/conversations': () =>
      json(200, { conversations: [{ ...talk, lastMessage: null, createdAt: linked.time }], nextCursor: null }),
    'GET /message/linked': () => json(200, { messages: [{ ...linked, threadId: 'fil' }] }),
  });
  const [first] = (await rows()) as [HTMLElement];
  expect(await within(first).findByText(/ · Karim Benali/)).toBeTruthy();
  const link = await screen.findByRole('link', { name: /^Rappel\s:\sLe plan/ });
  expect(link.getAttribute('href')).toBe('/workspace/atelier/channel/general?message=m1&thread=fil');
});

test('The dialog changes the text alone, or the time on this device’s clock', async () => {
  const { made } = show([scheduled('un')], {
    'PUT /scheduled/un': () => json(200, { scheduled: scheduled('un', { version: 2 }) }),
  });
  const edit = async () => {
    await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
    return screen.findByRole('dialog', { name: 'Modifier le message programmé' });
  };
  let dialog = await edit();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Message' }), ', revu');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(made('PUT /scheduled/un')).toEqual([{ version: 1, content: 'Texte de un, revu' }]));
  dialog = await edit();
  const hour = within(dialog).getByRole('textbox', { name: 'Heure' });
  await userEvent.clear(hour);
  await userEvent.type(hour, '14h30');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() =>
    expect(made('PUT /scheduled/un')[1]).toMatchObject({
      version: 1,
      when: { localTime: expect.stringMatching(/T14:30$/) },
    }),
  );
});

test('The dialog of a scheduled message leads to its files', async () => {
  const url = '/api/file/f1/devis.pdf';
  const file = { _id: 'f1', name: 'devis.pdf', type: 'application/pdf', size: 2_048, url };
  show([scheduled('un', { fileAttachments: [{ ...file, width: null, height: null, thumbnail: null }] })]);
  await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
  const dialog = await screen.findByRole('dialog', { name: 'Modifier le message programmé' });
  expect(
    within(dialog)
      .getByRole('link', { name: /devis\.pdf/ })
      .getAttribute('href'),
  ).toBe(url);
  // Files alone are a message.
  await userEvent.clear(within(dialog).getByRole('textbox', { name: 'Message' }));
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(false);
});

test('Events put what is new in its order, change what is known, pass over what is older, and take away what left', async () => {
  const { client } = show([scheduled('un', { version: 3 })]);
  await rows();
  const told = (one: Scheduled) => act(async () => scheduledLive.updateScheduled(one, client));
  const known = () => client.getQueryData<{ scheduled: Scheduled[] }>(keyOf(api.scheduled.list))?.scheduled;
  const ids = () => known()?.map(({ _id }) => _id);
  await told(scheduled('avant', { at: '2099-01-01T09:00:00.000Z' }));
  await told(scheduled('un', { version: 2, content: 'plus ancien' }));
  expect(ids()).toEqual(['avant', 'un']);
  expect(known()?.at(-1)).toMatchObject({ version: 3 });
  // Messages due at the same time have the server's order.
  await told(scheduled('aussi'));
  expect(ids()).toEqual(['avant', 'aussi', 'un']);
  await told(scheduled('un', { version: 4, content: 'plus récent' }));
  expect(await screen.findByText('plus récent')).toBeTruthy();
  await act(async () => scheduledLive.deleteScheduled({ _id: 'avant' }, client));
  expect(ids()).toEqual(['aussi', 'un']);
});

test('What is leaving can no longer be changed; what answers a thread, or is files alone, says so and leads there', async () => {
  const file = { _id: 'f1', name: 'devis.pdf', type: 'application/pdf', size: 2_048, url: '/api/file/f1' };
  const fileAttachments = [{ ...file, width: null, height: null, thumbnail: null }];
  show([
    scheduled('part', { state: 'leaving', fileAttachments }),
    scheduled('fil', { threadOf: 'root', content: '', fileAttachments }),
    scheduled('direct', { channelId: null, workspaceId: null, conversationId: 'talk' }),
  ]);
  const [leaving, reply, direct] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement];
  const states = within(leaving)
    .getAllByRole<HTMLButtonElement>('button')
    .map(({ disabled }) => disabled);
  expect([states.length > 2, new Set(states)]).toEqual([true, new Set([true])]);
  expect(leaving.textContent).toContain('Part en ce moment');
  expect(leaving.textContent).toContain('1 fichier');
  const link = within(reply).getByRole('link', { name: '1 fichier' });
  expect(link.getAttribute('href')).toBe('/workspace/atelier/channel/general?thread=root');
  expect(reply.textContent).toContain('dans un fil');
  expect(within(direct).getByRole('link').getAttribute('href')).toBe('/conversation/talk');
  expect(direct.textContent).toContain('un lieu que vous ne voyez plus');
});

test('A reminder is cancelled in its own words, and its dialog changes its time alone', async () => {
  const { made } = show([scheduled('rappel', { remindsOf: 'm1', content: '' })], {
    'DELETE /scheduled/rappel': () => refused(409, 'Part déjà.'),
  });
  await screen.findByRole('link', { name: /^Rappel\s:\sLe plan/ });
  const [row] = (await rows()) as [HTMLElement];
  await userEvent.click(button(/^Modifier/, row));
  const dialog = await screen.findByRole('dialog', { name: 'Modifier le rappel' });
  expect(within(dialog).queryByRole('textbox', { name: 'Message' })).toBeNull();
  expect(within(dialog).getByLabelText('Jour')).toBeDefined();
  // A time that is not saved is asked about.
  const hour = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Heure' });
  const at = hour.value;
  fireEvent.change(hour, { target: { value: '23h59' } });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getAllByRole('button')[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.change(hour, { target: { value: at } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
  await userEvent.click(button(/^Annuler/, row));
  expect(await screen.findByText('Le message reste où il est.')).toBeTruthy();
  expect(screen.getByRole('alertdialog', { name: 'Annuler ce rappel\u00a0?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le rappel' }));
  await waitFor(() => expect(made('DELETE /scheduled/rappel')).toHaveLength(1));
  expect(await screen.findByText('Part déjà.')).toBeTruthy();
});

test('The dialog keeps what is typed when it is refused, takes no blank text or wrong hour, and closes once saved', async () => {
  let answer = () => refused(409, 'Changé ailleurs.');
  const { made } = show([scheduled('un', { state: 'failed', failure: 'cannot_write' })], {
    'PUT /scheduled/un': () => answer(),
  });
  await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
  const dialog = await screen.findByRole('dialog', { name: 'Modifier le message programmé' });
  const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const hour = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Heure' });
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' });
  const at = hour.value;
  await userEvent.clear(text);
  expect(save.disabled).toBe(true);
  await userEvent.type(text, 'Revu');
  await userEvent.clear(hour);
  await userEvent.click(save);
  expect(within(dialog).getByText('Indiquez un jour et une heure.')).toBeTruthy();
  expect(made('PUT /scheduled/un')).toEqual([]);
  await userEvent.type(hour, at);
  await userEvent.click(save);
  expect(await within(dialog).findByText('Changé ailleurs.')).toBeTruthy();
  expect(text.value).toBe('Revu');
  // A message that did not leave needs a time again, even the same time.
  const when = { localTime: expect.stringMatching(/^2100-01-0\dT/), zone: expect.any(String) };
  expect(made('PUT /scheduled/un')).toEqual([{ version: 1, content: 'Revu', when }]);
  answer = () => json(200, { scheduled: scheduled('un', { version: 2 }) });
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Modifier le message programmé' })).toBeNull());
});

test('The messages of more than fifty reminders are read by fifty', async () => {
  const asked: number[] = [];
  show(
    Array.from({ length: 51 }, (_, n) => scheduled(`r${n}`, { remindsOf: `m${n}`, content: '' })),
    {
      'GET /message/linked': (_body, { searchParams }) => {
        asked.push(searchParams.get('ids')?.split(',').length ?? 0);
        return json(200, { messages: [] });
      },
    },
  );
  await waitFor(() => expect(asked).toEqual([50, 1]));
});

test('The dialog moves a message to a day within a year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2030, 0, 6, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const { made } = show([scheduled('un', { at: '2030-01-08T12:00:00.000Z' })], {
    'PUT /scheduled/un': () => json(200, { scheduled: scheduled('un', { version: 2 }) }),
  });
  await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le message programmé' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Calendrier/ }));
  const after = await screen.findByRole('button', { name: 'Mois suivant' });
  for (let month = 0; month < 12; month += 1) fireEvent.click(after);
  const day = (n: number) => screen.getByRole<HTMLButtonElement>('button', { name: `${n} janvier 2031` });
  expect([day(6).disabled, day(7).disabled]).toEqual([false, true]);
  fireEvent.click(day(6));
  // The dialog names the time zone.
  expect(dialog.getByText(new RegExp(ownZone()))).toBeDefined();
  fireEvent.click(await dialog.findByRole('button', { name: 'Enregistrer' }));
  const when = { localTime: expect.stringMatching(/^2031-01-06T/), zone: ownZone() };
  await waitFor(() => expect(made('PUT /scheduled/un')).toEqual([{ version: 1, when }]));
});

test('The dialog saves over the version that it shows, and over none that was made elsewhere meanwhile', async () => {
  const { client, made } = show([scheduled('un')], { 'PUT /scheduled/un': () => refused(409, 'Changé ailleurs.') });
  await userEvent.click(button(/^Modifier/, ((await rows()) as [HTMLElement])[0]));
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le message programmé' }));
  const elsewhere = scheduled('un', { version: 2, content: 'Changé ailleurs' });
  await act(async () => scheduledLive.updateScheduled(elsewhere, client));
  const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(text.value).toBe('Texte de un');
  await userEvent.type(text, ', revu');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(made('PUT /scheduled/un')).toEqual([{ version: 1, content: 'Texte de un, revu' }]));
});
