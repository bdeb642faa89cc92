// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProfilePage } from '../features/people/accounts/ProfilePage.tsx';
import { RegistrationTab } from '../features/people/admissions/open/RegistrationTab.tsx';
import { DataPage, PrivacyPage } from '../features/people/personal-data/InformationPages.tsx';
import { GeneralPage } from '../features/people/preferences/GeneralPage.tsx';
import { AskPage } from '../features/people/registration/open/AskPage.tsx';
import { LoginPage } from '../features/people/sign-in/LoginPage.tsx';
import { RegisterPage } from '../features/people/sign-in/RegisterPage.tsx';
import { ShortcutsDialog } from '../features/reading/search/ShortcutsDialog.tsx';
import { AnnouncementsTab } from '../features/running/announcements/open/AnnouncementsTab.tsx';
import { DisconnectionTab } from '../features/running/disconnection/open/DisconnectionTab.tsx';
import { SettingsTab } from '../features/running/settings/open/SettingsTab.tsx';
import { SetupSteps } from '../features/running/setup/open/SetupSteps.tsx';
import { SocietiesPage } from '../features/societies/SocietiesPage.tsx';
import '../features/societies/societies.texts.ts';
import { UserSocietyPage } from '../features/societies/UserSocietyPage.tsx';
import { ChannelsSection } from '../features/workspaces/channels/settings/ChannelsSection.tsx';
import { PendingInvites } from '../features/workspaces/email-invites/open/PendingInvites.tsx';
import { GuestsSection } from '../features/workspaces/guests/open/GuestsSection.tsx';
import { InviteModal } from '../features/workspaces/invites/open/InviteModal.tsx';
import { InvitesSection } from '../features/workspaces/invites/settings/InvitesSection.tsx';
import { RolesSection } from '../features/workspaces/roles/settings/RolesSection.tsx';
import { CreateWorkspaceDialog } from '../features/workspaces/workspaces/CreateWorkspaceDialog.tsx';
import { DiscoverPage } from '../features/workspaces/workspaces/DiscoverPage.tsx';
import { GeneralSection } from '../features/workspaces/workspaces/settings/GeneralSection.tsx';
import { setUser } from '../platform/session/session.ts';
import { camille, json, open, serve } from '../test/settings-world.tsx';
import { ThreadsPage } from './threads/ThreadsPage.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const nobody = { manager: null, vacationReferee: null };
const me = { ...camille, ...nobody, contacts: nobody, otherAccounts: [], proven: true };
const settings = {
  twoStepRequired: null,
  idleSessionDays: 7,
  ...{ name: null, logo: '/logo.png', accent: '#1d6a51', supportEmail: null, legalNotice: null, links: null },
  ...{ language: null, workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: 30 },
  ...{ commonPasswords: null },
  ...{ misnamedFiles: null },
};
const setup = { isDone: false, mails: 'outbox', backup: { place: null, newest: null, isRunning: false } };
const own = { _id: 'camille', source: 'none', hours: null, zone: 'Europe/Paris', absences: [], quietUntil: null };

/** Server's answers for all these pages, by path. */
const answers: Record<string, object> = {
  '/user/me': { user: me },
  '/user/me/sessions': { sessions: [] },
  '/user/me/export/prepared': { export: null },
  '/availability/own': { own },
  '/disconnection': { charter: null },
  '/disconnection/defaults': { hours: null },
  '/disconnection/reports': { reports: [], months: [], month: '2026-10', nextCursor: null },
  '/contact': { supportEmail: 'aide@exemple.fr' },
  '/push/key': { key: null },
  '/admin/registration': { registration: { who: 'domains', domains: ['atelier.fr'], text: '' } },
  '/admin/registration-requests': { requests: [], nextCursor: null },
  '/registration': { registration: { who: 'everybody', text: '' } },
  '/auth/providers': { providers: [] },
  '/admin/settings': { settings, version: 1 },
  '/admin/settings/history': { changes: [], nextCursor: null },
  '/admin/setup': { setup },
  '/admin/announcements': { announcements: [], nextCursor: null },
  '/society': { societies: [], nextCursor: null },
  '/workspace/atelier/roles': { roles: [] },
  '/workspace/atelier/emoji': { emojis: [] },
  '/invite': { invites: [] },
  '/workspace': { workspaces: [], nextCursor: null },
  '/workspace/atelier/email-invites': { invites: [], nextCursor: null },
  '/workspace/atelier/guests': { guests: [], nextCursor: null },
  '/user/camille/society': { society: null },
  '/threads': { threads: [], nextCursor: null },
  '/unread': { unread: [], threads: [] },
};

const Settings = () => <SettingsTab />;
const Setup = () => <SetupSteps unsaved={false} />;
const Ask = () => <AskPage who="approval" text="" providers={null} />;
const Pending = () => <PendingInvites workspaceId="atelier" />;
const Guests = () => <GuestsSection invitation={() => null} />;
const Invite = () => <InviteModal workspaceId="atelier" open onOpenChange={() => {}} />;

interface Page {
  page: ComponentType;
  path?: string;
  says: string[];
  /** Attributes of its fields for the browser, by name: no other test checks them. */
  fields?: Record<string, string>;
}

const pages: Record<string, Page> = {
  profile: {
    page: ProfilePage,
    fields: {
      'Prénom*': `autocomplete given-name, maxlength ${limits.name}, required`,
      'Nom*': `autocomplete family-name, maxlength ${limits.name}, required`,
      'E-mail': 'type email, readonly',
      Poste: `autocomplete organization-title, maxlength ${limits.profileField}`,
      'Lieu de travail': `autocomplete off, maxlength ${limits.profileField}`,
      GitHub: `type url, autocomplete off, maxlength ${limits.link}, inputmode url, spellcheck false`,
      LinkedIn: `type url, autocomplete off, maxlength ${limits.link}, inputmode url, spellcheck false`,
      Responsable: `autocomplete off, maxlength ${limits.profileField}, spellcheck false`,
      'Qui vous remplace': `autocomplete off, maxlength ${limits.profileField}, spellcheck false`,
      'Premier jour': 'autocomplete off, maxlength 14, inputmode numeric',
    },
    says: [
      'Ce que les autres voient de vous, et ce qui protège votre compte.',
      'Photo de profil',
      'Carrée, montrée en rond. Vos initiales s’affichent sans elle.',
      'Vos horaires, la personne à qui vous rendez compte, et qui vous remplace quand vous n’êtes pas là.',
      'Vos autres appareils seront déconnectés.',
      'En dehors, ni son, ni notification, ni e-mail : tout arrive quand même',
      'Qui vous mentionne ou vous écrit pendant ce temps voit jusqu’à quand, et qui vous remplace.',
      'Le même calme tout de suite, quels que soient vos horaires.',
      'Exporter vos données',
      'Une archive de tout ce que Palabre sait de vous',
      'Supprimer votre compte',
      'Ce que deviennent vos messages',
      'Ils restent lisibles, signés « Utilisateur supprimé ».',
      'Leur texte et leurs fichiers sont effacés partout.',
    ],
  },
  preferences: {
    page: GeneralPage,
    says: [
      'Ces réglages valent pour cet appareil, ceux des e-mails pour tous les vôtres.',
      'À chaque message qui vous concerne : une mention, un message direct.',
      'Logiciel libre, sous licence AGPL 3.0 ou ultérieure.',
    ],
  },
  login: {
    page: LoginPage,
    says: [
      'La messagerie de votre équipe, en français, chez vous.',
      'Connectez-vous pour retrouver vos conversations.',
      'Pas encore de compte ?',
    ],
  },
  registration: {
    page: RegisterPage,
    says: [
      'Quelques mots sur vous, et la conversation commence.',
      'Déjà un compte ?',
      'Photo de profil',
      'Facultative : vos initiales s’affichent sans elle.',
    ],
  },
  'a request for an account': {
    page: Ask,
    says: ['Un administrateur lit votre demande. Sa réponse arrive par e-mail', 'Demander un compte'],
  },
  privacy: {
    page: PrivacyPage,
    says: [
      'Ce que Palabre sait de vous, pourquoi, et qui le voit.',
      'Connexion avec Google',
      'Qui voit vos données',
      'Exporter, supprimer',
      'Une question ? Écrivez à',
    ],
  },
  'personal data': {
    page: DataPage,
    says: [
      'Vos données vous appartiennent : les emporter, les effacer.',
      'Combien de temps',
      'Vos données sont gardées tant que votre compte existe.',
      'Ce qui vient de Google',
    ],
  },
  'who may register': {
    page: RegistrationTab,
    fields: {
      'Domaines*': 'autocomplete off, autocapitalize none, spellcheck false, required',
    },
    says: [
      'Qui peut s’inscrire',
      'Les comptes qui existent restent, quel que soit ce choix.',
      'Il faut le lien ou le code d’un membre.',
      'Un lien, envoyé à l’adresse, crée le compte.',
      'Après accord',
      'Les demandes s’affichent ici, et un administrateur répond.',
      'Ce qui suit l’arobase, séparés par des espaces ou des virgules.',
      'Affiché sur la page d’inscription : à qui écrire, par exemple.',
      'Demandes de compte',
      'Chaque réponse part par e-mail ; un accord donne un lien valable sept jours.',
    ],
  },
  'the settings of the place': {
    page: Settings,
    fields: {
      Couleur: 'autocomplete off, autocapitalize none, spellcheck false',
      'Nom de ce lieu': `autocomplete off, maxlength ${limits.placeName}`,
      'Nombre de jours': 'type number, autocomplete off, inputmode numeric',
      'Plus grand fichier, en Mo': 'type number, autocomplete off, inputmode numeric',
    },
    says: [
      'Sans nom : Palabre.',
      'Une image carrée, PNG, JPEG ou WebP.',
      'Celle des boutons et des liens ; le thème sombre l’éclaircit',
      'Comme #1d6a51.',
      'Thème clair',
      'Thème sombre',
      'Un bouton',
      'Écrite aussi à la fin des e-mails.',
      'Qui édite et héberge ce lieu, et comment écrire au responsable des données.',
      'Cinq au plus, en https:// ou mailto:.',
      'Ce qui existe déjà ne change pas.',
      'De qui n’en a pas choisi, et des e-mails à qui n’en préfère aucune.',
      'Ceux que les personnes ont déjà restent valables.',
      'Une session dure 30 jours au plus à partir de la connexion.',
      'Une page laissée ouverte, sans personne devant, ne compte pas comme une utilisation.',
      'Celles qui sont inutilisées depuis aussi longtemps se terminent dès l’enregistrement ; la vôtre reste ouverte.',
      'Le serveur tient ces limites, quel que soit l’outil qui envoie.',
      'Suppression automatique des nouveaux workspaces',
      'Qui crée un workspace peut choisir autre chose.',
      'Qui a changé quoi, de quelle valeur à quelle autre.',
      'Tous les réglages',
      'Aucun réglage n’a encore changé.',
    ],
  },
  'the first settings': {
    page: Setup,
    says: ['Cinq étapes, chacune facultative. Tout se change ensuite dans l’administration.'],
  },
  announcements: {
    page: AnnouncementsTab,
    fields: {
      'Texte*': `maxlength ${limits.announcement}, required`,
    },
    says: [
      'Nouvelle annonce',
      'Un bandeau que chaque personne voit aussitôt, jusqu’à sa fin ou jusqu’à ce qu’elle la ferme.',
      'Nature',
      'Une coupure, un changement à faire : le bandeau ressort davantage.',
    ],
  },
  disconnection: {
    page: DisconnectionTab,
    says: [
      'Toute l’installation',
      'Chacun la lit dans son profil, près de ses horaires.',
      'Des nombres par société, sans aucun nom ; un groupe de moins de dix personnes n’y figure pas.',
      'Aucun rapport encore : il se fait quand un mois est fini',
    ],
  },
  shortcuts: {
    page: ShortcutsDialog,
    says: [
      'Partout',
      'Salon ou conversation précédente',
      'Salon ou conversation suivante',
      'Non lu précédent',
      'Afficher cette aide',
      'En écrivant',
      'Envoyer le message',
      'Modifier son dernier message (champ vide)',
      'Italique',
      'Lien (sur du texte choisi)',
      'Message précédent, suivant',
      'Premier, dernier message',
      'Actions du message choisi',
      'Revenir où l’on écrit',
      'Dans les listes de salons et de conversations',
      'Aller au précédent, au suivant',
      'Supprimer, ou masquer la conversation',
      'Origine',
    ],
  },
  societies: {
    page: SocietiesPage,
    says: [
      'Une société réunit les personnes d’une même entreprise et leurs workspaces.',
      'Créez la vôtre : vos collègues pourront la rejoindre.',
    ],
  },
  'one’s own society': { page: UserSocietyPage, says: ['Rejoignez celle de votre entreprise, ou créez-la.'] },
  discovery: { page: DiscoverPage, says: ['Un nom ou une étiquette'] },
  'a workspace’s settings': {
    page: GeneralSection,
    fields: {
      Nom: `autocomplete off, maxlength ${limits.emojiName}, autocapitalize none, spellcheck false`,
      'Nom du serveur*': `autocomplete off, maxlength ${limits.title}, required`,
      'Âge du dernier message, en jours*': 'type number, autocomplete off, inputmode numeric, required',
    },
    says: [
      'Accueil des membres',
      'Conservation des messages',
      'Séparées par des virgules.',
      'Ce salon dit en une ligne qui a rejoint ou quitté le workspace, sans rien signaler à personne.',
      'Quand le dernier message d’un salon dépasse cet âge, il est supprimé',
      'Écrits :nom: dans les messages et proposés par le sélecteur d’emojis.',
      'Lettres sans accent, chiffres',
    ],
  },
  'a workspace’s channels': { page: ChannelsSection, says: ['Salons du workspace'] },
  'a workspace’s roles': {
    page: RolesSection,
    says: [
      'Le premier est le plus élevé. Personne n’agit sur un rôle ou une personne au-dessus de son propre rang.',
      'Un rôle donne des droits, des salons et une couleur à ceux qui le portent.',
    ],
  },
  'a workspace’s invitations': {
    page: InvitesSection,
    says: ['Celles que l’on crée depuis le menu du workspace s’affichent ici.'],
  },
  'pending invitations': {
    page: Pending,
    says: ['En attente de réponse. Leur lien vaut sept jours ; le renvoyer les prolonge.'],
  },
  'a workspace’s guests': {
    page: Guests,
    says: ['Un client, un prestataire, un stagiaire : ouvrez-lui un salon sans lui montrer le reste.'],
  },
  'an invitation': {
    page: Invite,
    says: [
      'Façons d’inviter',
      'Dans Palabre',
      'Choisissez qui prévenir : chacun reçoit une notification',
      'Nom ou e-mail',
    ],
  },
  'a new workspace': {
    page: CreateWorkspaceDialog,
    fields: {
      'Nom*': `autocomplete off, maxlength ${limits.title}, required`,
      Description: `maxlength ${limits.description}`,
    },
    says: [
      'Un lieu pour une équipe, un projet ou un métier, avec ses salons et ses membres.',
      'Une image carrée ; sinon, les initiales du nom.',
      'De quoi on y parle',
      'Séparées par des virgules.',
    ],
  },
  'followed threads': {
    page: ThreadsPage,
    says: ['Listes de fils', 'Les miens', 'Vous suivez les fils où vous écrivez, et ceux où l’on vous nomme.'],
  },
  'unread threads': {
    page: ThreadsPage,
    path: '/atelier?filter=unread',
    says: ['Les nouvelles réponses des fils que vous suivez arriveront ici.'],
  },
  'threads of one’s own': {
    page: ThreadsPage,
    path: '/atelier?filter=mine',
    says: ['Aucun fil sous vos messages', 'Les réponses à vos messages, dans un fil, seront ici.'],
  },
};

/** Returns all that is read or spoken of the page, with plain spaces. */
function said(): string {
  const spoken = [...document.querySelectorAll('[aria-label], [placeholder]')].flatMap(one =>
    ['aria-label', 'placeholder'].map(name => one.getAttribute(name)),
  );
  return [document.body.textContent, ...spoken].join(' · ').replace(/[\u00a0\u202f]/g, ' ');
}

/** Returns each text field's attributes for the browser, besides its words. */
function told(): Record<string, string> {
  const names = [
    'type',
    'autocomplete',
    'maxlength',
    'inputmode',
    'autocapitalize',
    'spellcheck',
    'required',
    'readonly',
  ];
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  const seen = [...fields].filter(
    field => !field.closest('[aria-hidden="true"], [hidden]') && !/radio|checkbox|range|color|file/.test(field.type),
  );
  return Object.fromEntries(
    seen.map(field => [
      (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' '),
      names
        .flatMap(name => (field.hasAttribute(name) ? [`${name} ${field.getAttribute(name)}`.trim()] : []))
        .join(', '),
    ]),
  );
}

test.each(Object.entries(pages))(
  'The page of %s says what it is for, and what each of its parts is',
  async (_name, { page: Page, path = '/atelier', says, fields = {} }) => {
    serve(
      camille,
      Object.fromEntries(Object.entries(answers).map(([of, body]) => [`GET ${of}`, () => json(200, body)])),
    );
    setUser(me as never);
    open([{ path: '/:workspaceId', Component: Page }], path);
    await waitFor(() => expect(says.filter(text => !said().includes(text))).toEqual([]));
    expect(told()).toMatchObject(fields);
  },
);
