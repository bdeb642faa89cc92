// @vitest-environment jsdom
import type { ChosenSettings } from '@palabre/common/contract/running/settings.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DepartureDialog } from '../features/running/administration/DepartureDialog.tsx';
import { AnnouncementsTab } from '../features/running/announcements/open/AnnouncementsTab.tsx';
import { CharterForm } from '../features/running/disconnection/CharterForm.tsx';
import { BoundsCard } from '../features/running/settings/BoundsCard.tsx';
import { HelpCard } from '../features/running/settings/open/HelpCard.tsx';
import { IdentityCard } from '../features/running/settings/open/IdentityCard.tsx';
import { SessionsCard } from '../features/running/settings/SessionsCard.tsx';
import { CreateChannelDialog } from '../features/workspaces/channels/CreateChannelDialog.tsx';
import { ChannelDialog } from '../features/workspaces/channels/settings/ChannelDialog.tsx';
import { InviteModal } from '../features/workspaces/invites/open/InviteModal.tsx';
import { RoleDialog } from '../features/workspaces/roles/settings/RoleDialog.tsx';
import { CreateWorkspaceDialog } from '../features/workspaces/workspaces/CreateWorkspaceDialog.tsx';
import { GeneralForm } from '../features/workspaces/workspaces/settings/GeneralForm.tsx';
import { atelier, camille, json, karim, open, refused, serve } from '../test/settings-world.tsx';
import '../features/running/administration/administration.texts.ts';
import '../features/running/announcements/open/announcements.texts.ts';
import '../features/running/disconnection/open/disconnection.texts.ts';
import '../features/running/settings/open/settings.texts.ts';

afterEach(cleanup);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const onClose = () => {};
const settings: ChosenSettings = {
  ...{ twoStepRequired: null, idleSessionDays: 7, name: null, logo: null, accent: '#1d6a51', supportEmail: null },
  ...{ legalNotice: null, links: [{ label: 'Charte', url: 'https://a.fr' }], language: null, workspaceMakers: null },
  ...{ societyMakers: null, fileBytes: null, autoDeleteDays: 30, commonPasswords: null, misnamedFiles: null },
};
const read = { settings, version: 1 };
const account = { ...karim, admin: false, openReports: 0, reports: 0 } as never;
const departure = {
  ...{ owned: [], ownedCount: 0, groups: 1, society: null, restricted: [], restrictedCount: 0 },
};

const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, textarea' }), { target: { value } });
const press = async (text: string) => fireEvent.click(await screen.findByText(text, { selector: 'button *' }));
const fill = (label: string | RegExp, value: string, button: string) => async () => {
  await type(label, value);
  await press(button);
};

interface Asked {
  form: ReactNode;
  /** Fills in what the form needs, and sends it. */
  send: () => Promise<unknown>;
  /** Names of the fields that the server may refuse. */
  names: readonly string[];
}

const forms: [asked: string, form: Asked][] = [
  [
    'POST /workspace',
    {
      form: <CreateWorkspaceDialog />,
      send: fill(/^Nom/, 'Atelier', 'Créer'),
      names: ['title', 'description', 'tags', 'autoDeleteDays'],
    },
  ],
  [
    'PUT /workspace/atelier',
    {
      form: <GeneralForm workspace={atelier} welcomes={[]} />,
      send: fill(/^Nom du serveur/, 'Atelier', 'Enregistrer'),
      names: ['title', 'description', 'tags', 'autoDeleteDays'],
    },
  ],
  [
    'POST /channel',
    {
      form: <CreateChannelDialog workspaceId="atelier" open onOpenChange={onClose} />,
      send: fill('Nom du salon', 'chantier', 'Créer'),
      names: ['title'],
    },
  ],
  [
    'POST /channel',
    {
      form: (
        <ChannelDialog workspaceId="atelier" channel={null} isWelcome={false} allows={() => true} onClose={onClose} />
      ),
      send: fill(/^Nom du salon/, 'chantier', 'Créer'),
      names: ['title'],
    },
  ],
  [
    'POST /role',
    {
      form: <RoleDialog workspaceId="atelier" onClose={onClose} />,
      send: fill(/^Nom du rôle/, 'Stage', 'Créer'),
      names: ['name'],
    },
  ],
  [
    'POST /workspace/atelier/email-invites',
    {
      form: <InviteModal workspaceId="atelier" open onOpenChange={onClose} first="mail" />,
      send: fill('Adresses e-mail', 'zoe@x.fr', 'Envoyer les invitations'),
      names: ['emails.0'],
    },
  ],
  [
    'PUT /admin/settings',
    {
      form: <IdentityCard read={read} />,
      send: fill('Nom de ce lieu', 'Tilleul', 'Enregistrer'),
      names: ['name', 'accent'],
    },
  ],
  [
    'PUT /admin/settings',
    {
      form: <HelpCard read={read} />,
      send: fill('Mentions légales', 'Nantes', 'Enregistrer'),
      names: ['supportEmail', 'legalNotice', 'links.0.url'],
    },
  ],
  [
    'PUT /admin/settings',
    {
      form: <SessionsCard read={read} />,
      send: fill(/^Nombre de jours sans/, '9', 'Enregistrer'),
      names: ['idleSessionDays'],
    },
  ],
  [
    'PUT /admin/settings',
    {
      form: <BoundsCard read={read} />,
      send: fill(/^Plus grand fichier/, '12', 'Enregistrer'),
      names: ['fileBytes', 'autoDeleteDays'],
    },
  ],
  [
    'POST /admin/announcements',
    {
      form: <AnnouncementsTab />,
      send: fill(/^Texte/, 'Ce soir.', 'Publier l’annonce'),
      names: ['text', 'endsAt'],
    },
  ],
  [
    'PUT /disconnection',
    {
      form: <CharterForm />,
      send: fill('Texte de la charte', 'Le soir.', 'Enregistrer la charte'),
      names: ['text'],
    },
  ],
  [
    'POST /admin/users/karim/departure',
    {
      form: <DepartureDialog account={account} onClose={onClose} />,
      send: async () => {
        await screen.findByRole('list', { name: /^Ce qui n’appartient/ });
        await press('Enregistrer le départ');
      },
      names: ['heirId', 'deputyId'],
    },
  ],
];

/** Shows a form, and sends it to a server that answers so. */
async function refuse(asked: string, { form, send }: Asked, answer: () => Response) {
  serve(camille, {
    'GET /disconnection': () => json(200, { charter: null }),
    'GET /admin/announcements': () => json(200, { announcements: [], nextCursor: null }),
    'GET /admin/users/karim/departure': () => json(200, { departure }),
    [asked]: answer,
  });
  open([{ path: '/:workspaceId', element: form }], '/atelier');
  await send();
}

test.each(forms)(
  'What the server refuses of the fields of a form stands at each of them: %s %#',
  async (asked, form) => {
    const issues = form.names.map(path => ({ path, message: `Non pour ${path}.` }));
    const failure = { code: 'invalid_input', message: 'Ces informations ne sont pas valides.', issues };
    await refuse(asked, form, () => json(400, failure));
    const fields = [];
    for (const { message } of issues) {
      const said = await screen.findByText(message);
      fields.push(document.querySelector(`[aria-invalid][aria-describedby~="${said.id}"]`));
    }
    expect(fields).not.toContain(null);
  },
);

test.each(forms)('A form that the server refuses as a whole says why, once: %s %#', async (asked, form) => {
  await refuse(asked, form, () => refused(403, 'Pas vous.'));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(screen.getAllByText('Pas vous.')).toHaveLength(1);
});
