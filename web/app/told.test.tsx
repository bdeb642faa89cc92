// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProfileForm } from '../features/people/accounts/ProfileForm.tsx';
import { RegisterLinkPage } from '../features/people/admissions/RegisterLinkPage.tsx';
import { OffDutyLine } from '../features/people/availability/open/OffDutyLine.tsx';
import { forgetPending, keepPending } from '../features/people/otp/open/pending.ts';
import { VerifyPage } from '../features/people/otp/VerifyPage.tsx';
import { ExportCard } from '../features/people/personal-data/ExportCard.tsx';
import { PeoplePicker } from '../features/people/users/open/PeoplePicker.tsx';
import { AnnouncementBanners } from '../features/running/announcements/open/AnnouncementBanners.tsx';
import { BackupCard, MailCard } from '../features/running/setup/open/ChecksCards.tsx';
import { SetupSteps } from '../features/running/setup/open/SetupSteps.tsx';
import { InvitedPage } from '../features/workspaces/email-invites/InvitedPage.tsx';
import { InviteGuestsDialog } from '../features/workspaces/email-invites/open/InviteGuestsDialog.tsx';
import { InvitePage } from '../features/workspaces/invites/InvitePage.tsx';
import { UsersTab } from '../features/workspaces/roles/settings/UsersTab.tsx';
import { queryClient } from '../platform/server/query-client.ts';
import { atelier, camille, json, open, role, serve } from '../test/settings-world.tsx';
import '../features/people/accounts/accounts.texts.ts';

type Answers = Parameters<typeof serve>[1];

const never = () => new Promise<Response>(() => {});
const inADay = new Date(Date.now() + 86_400_000).toISOString();
const made = { askedAt: '2026-11-22T09:00:00.000Z', readyAt: null, until: null, size: null, url: null };
const backup = { place: '/var/backups', newest: null, isRunning: false };
const asked = { 'GET /admin/setup': () => json(200, { setup: { isDone: false, mails: 'outbox', backup } }) };
const nobody = { manager: null, vacationReferee: null };
const off = { _id: 'karim', until: null, isAbsent: false, deputy: null, text: '' };
const press = (name: string) => async () => fireEvent.click(await screen.findByRole('button', { name }));

async function inviteGuest() {
  fireEvent.change(await screen.findByLabelText('Adresses e-mail'), { target: { value: 'zoe@x.fr' } });
  fireEvent.click(await screen.findByRole('checkbox', { name: /^direction/ }));
  await press('Envoyer les invitations')();
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  forgetPending();
  queryClient.clear();
});

interface Told {
  page: ReactNode;
  answers?: Answers;
  /** Leads to what is told. */
  act?: () => Promise<unknown>;
}

test.each<[string, RegExp, string, Told]>([
  [
    'where a code was sent',
    /^Un code a été envoyé par e-mail/,
    '[role="status"]',
    { page: <VerifyPage />, answers: { 'POST /otp/sent': () => json(200, { message: '' }) } },
  ],
  [
    'that an export is being made',
    /^En préparation/,
    '[role="status"]',
    {
      page: <ExportCard />,
      answers: { 'GET /user/me/export/prepared': () => json(200, { export: { state: 'making', ...made } }) },
    },
  ],
  [
    'whether two-step is on',
    /^Désactivée$/,
    '[role="status"]',
    { page: <ProfileForm user={{ ...camille, ...nobody, contacts: nobody } as never} /> },
  ],
  [
    'that who is written to is off duty',
    /^Karim/,
    '[role="status"]',
    {
      page: (
        <OffDutyLine
          {...{ placeId: 'midi', people: [{ id: 'karim', name: 'Karim' }], maySend: true, reachedBy: () => null }}
          {...{ onSchedule() {}, onUrgent() {}, onMention() {}, onWrite() {} }}
        />
      ),
      answers: { 'GET /availability': () => json(200, { offDuty: [off] }) },
    },
  ],
  [
    'that an invitation is being read',
    /^Lecture de votre invitation/,
    '[role="status"]',
    { page: <InvitedPage />, answers: { 'GET /invited/jeton': never } },
  ],
  [
    'that one is being let in',
    /^Nous vous ouvrons la porte/,
    '[role="status"]',
    { page: <InvitePage />, answers: { 'POST /invite/accept/jeton': never } },
  ],
  [
    'that a link is over',
    /^Il a servi, ou sa durée est passée/,
    '[role="alert"]',
    { page: <RegisterLinkPage />, answers: { 'GET /registration/jeton': () => json(404, { code: 'not_found' }) } },
  ],
  [
    'how many invitations have left',
    /^1 invitation est partie/,
    '[role="status"]',
    {
      page: <InviteGuestsDialog workspaceId={atelier._id} onClose={() => {}} />,
      answers: {
        'POST /workspace/atelier/email-invites': () =>
          json(201, { outcomes: [{ email: 'zoe@x.fr', outcome: 'sent' }] }),
      },
      act: inviteGuest,
    },
  ],
  [
    'how a test mail ended',
    /camille@atelier\.fr/,
    '[role="status"]',
    {
      page: <MailCard />,
      answers: {
        ...asked,
        'POST /admin/setup/mail': () => json(200, { result: 'sent', to: 'camille@atelier.fr', reason: null }),
      },
      act: press('Envoyer un e-mail d’essai'),
    },
  ],
  ['how far a backup is', /^Elles vont dans/, '[role="status"]', { page: <BackupCard />, answers: asked }],
  [
    'at which step the first settings are',
    /^Étape|Inscriptions/,
    '[role="status"]',
    { page: <SetupSteps unsaved={false} />, answers: asked },
  ],
  [
    'how many have a role',
    /^1 personne a ce rôle/,
    '[role="status"]',
    {
      page: <UsersTab workspaceId={atelier._id} role={role('Conduite', 3, { users: ['karim'] })} onChange={() => {}} />,
    },
  ],
  [
    'that nobody was found',
    /^Personne de ce nom/,
    '[role="status"]',
    {
      page: (
        <PeoplePicker
          {...{ field: { current: null }, typed: 'zz', onType() {}, chosen: [], onChoose() {}, atMost: 2 }}
          found={{ people: [], isSearching: false, isLate: false, isError: false }}
          words={{ people: 'Personnes', nobody: 'Personne de ce nom.', full: 'Pas plus de deux.' }}
        />
      ),
    },
  ],
  [
    'what is announced',
    /^Une mise à jour ce soir/,
    '[aria-live="polite"]',
    {
      page: <AnnouncementBanners />,
      answers: {
        'GET /announcements': () =>
          json(200, {
            announcements: [{ _id: 'un', text: 'Une mise à jour ce soir.', kind: 'info', endsAt: inADay }],
          }),
      },
    },
  ],
])('A screen reader is told %s, wherever the focus is', async (_what, text, region, { page, answers, act: lead }) => {
  serve(camille, answers);
  keepPending({ token: null, pending: 'preuve', user: { _id: 'camille', email: 'camille@atelier.fr' } } as never);
  open([{ path: '/:workspaceId/:token/:code', element: page }], '/atelier/jeton/jeton');
  await lead?.();
  const told = await screen.findAllByText(text);
  expect(told.map(one => one.closest(region) !== null)).toContain(true);
});
