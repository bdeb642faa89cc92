import type { Status } from '@palabre/common/contract/people/users.ts';
import type { Level } from '@palabre/common/contract/reading/unread.ts';
import type { ReportReason } from '@palabre/common/contract/running/reports.ts';
import type { Language } from '../../../platform/http/errors.ts';

type File =
  | 'profile'
  | 'settings'
  | 'sessions'
  | 'linkedAccounts'
  | 'workspaces'
  | 'stays'
  | 'invitations'
  | 'emailInvitations'
  | 'notifications'
  | 'reports'
  | 'conversations'
  | 'messages'
  | 'reactions'
  | 'scheduled';

/** Profile fields that the page shows, in this order. */
export const shownOfProfile = [
  'firstName',
  'lastName',
  'email',
  'status',
  'society',
  'jobTitle',
  'jobLocation',
  'startHour',
  'endHour',
  'manager',
  'vacationReferee',
  'linkedinProfile',
  'githubProfile',
  'admin',
  'createdAt',
] as const;

interface Texts {
  files: Record<File, string>;
  locale: string;
  title: string;
  made: string;
  times: (zone: string) => string;
  intro: string;
  profile: string;
  fields: Record<(typeof shownOfProfile)[number], string>;
  status: Record<Status, string>;
  settings: string;
  notificationMail: string;
  doubleAuthentification: string;
  hears: string;
  level: Record<Level, string>;
  muted: string;
  workspaces: string;
  stays: string;
  until: string;
  owner: string;
  conversations: string;
  sessions: string;
  notifications: string;
  calls: Record<'mention' | 'message', string>;
  reports: string;
  reasons: Record<ReportReason, string>;
  reportStatus: Record<'new' | 'handled', string>;
  messages: string;
  readMessages: string;
  scheduled: string;
  reminder: string;
  notSent: string;
  nothing: string;
  yes: string;
  no: string;
  edited: string;
  inThread: string;
  erased: string;
  someone: string;
  everyone: string;
  channel: string;
  colon: string;
}

/** Texts and file names of the export. */
export const texts: Record<Language, Texts> = {
  fr: {
    files: {
      profile: 'profil',
      settings: 'reglages',
      sessions: 'sessions',
      linkedAccounts: 'comptes-lies',
      workspaces: 'workspaces',
      stays: 'acces-d-invite',
      invitations: 'invitations',
      emailInvitations: 'invitations-par-e-mail',
      notifications: 'notifications',
      reports: 'signalements',
      conversations: 'conversations',
      messages: 'messages',
      reactions: 'reactions',
      scheduled: 'messages-programmes',
    },
    locale: 'fr-FR',
    title: 'Vos données dans Palabre',
    made: 'Export du',
    times: zone => `Les heures sont celles du fuseau ${zone}.`,
    intro:
      'Cette archive contient ce que Palabre sait de vous\u00a0: cette page se lit dans un navigateur, les fichiers .json par un programme, et le dossier «\u202ffichiers\u202f» rassemble votre photo et les pièces jointes de vos messages.',
    profile: 'Profil',
    fields: {
      firstName: 'Prénom',
      lastName: 'Nom',
      email: 'E-mail',
      status: 'Statut',
      society: 'Société',
      jobTitle: 'Poste',
      jobLocation: 'Lieu de travail',
      startHour: 'Début de journée',
      endHour: 'Fin de journée',
      manager: 'Responsable',
      vacationReferee: 'Personne référente en votre absence',
      linkedinProfile: 'LinkedIn',
      githubProfile: 'GitHub',
      admin: 'Administrateur',
      createdAt: 'Compte créé le',
    },
    status: { online: 'En ligne', away: 'Absent', busy: 'Occupé', offline: 'Hors ligne' },
    settings: 'Vos réglages',
    notificationMail: 'Notifications par e-mail',
    doubleAuthentification: 'Double authentification',
    hears: 'Les lieux dont vous n’entendez pas tout',
    level: { all: 'Tous les messages', mentions: 'Les mentions seulement', nothing: 'Rien' },
    muted: 'en sourdine',
    workspaces: 'Vos workspaces',
    stays: 'Vos accès d’invité',
    until: 'jusqu’au',
    owner: 'Propriétaire',
    conversations: 'Vos conversations',
    sessions: 'Vos sessions',
    notifications: 'Votre boîte de réception',
    calls: { mention: 'Un message vous mentionne.', message: 'Vous avez un nouveau message.' },
    reports: 'Vos signalements',
    reasons: {
      spam: 'Spam',
      harcèlement: 'Harcèlement',
      "usurpation d'identité": 'Usurpation d’identité',
      autre: 'Autre',
    },
    reportStatus: { new: 'Nouveau', handled: 'Traité' },
    messages: 'Vos messages',
    readMessages: 'Lire vos messages',
    scheduled: 'Vos messages programmés et rappels',
    reminder: 'Rappel d’un message',
    notSent: 'n’est pas parti',
    nothing: 'Rien.',
    yes: 'oui',
    no: 'non',
    edited: '(modifié)',
    inThread: 'dans un fil',
    erased: 'Message effacé',
    someone: '@quelqu’un',
    everyone: '@tous',
    channel: '#un salon',
    colon: '\u00a0: ',
  },
  en: {
    files: {
      profile: 'profile',
      settings: 'settings',
      sessions: 'sessions',
      linkedAccounts: 'linked-accounts',
      workspaces: 'workspaces',
      stays: 'guest-access',
      invitations: 'invitations',
      emailInvitations: 'email-invitations',
      notifications: 'notifications',
      reports: 'reports',
      conversations: 'conversations',
      messages: 'messages',
      reactions: 'reactions',
      scheduled: 'scheduled-messages',
    },
    locale: 'en-GB',
    title: 'Your data in Palabre',
    made: 'Exported on',
    times: zone => `Times are those of the time zone ${zone}.`,
    intro:
      'This archive holds what Palabre knows about you: this page is read in a browser, the .json files by a program, and the folder “fichiers” has your picture and the attachments of your messages.',
    profile: 'Profile',
    fields: {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail',
      status: 'Status',
      society: 'Society',
      jobTitle: 'Job title',
      jobLocation: 'Workplace',
      startHour: 'Day starts',
      endHour: 'Day ends',
      manager: 'Manager',
      vacationReferee: 'Contact while you are away',
      linkedinProfile: 'LinkedIn',
      githubProfile: 'GitHub',
      admin: 'Administrator',
      createdAt: 'Account created on',
    },
    status: { online: 'Online', away: 'Away', busy: 'Busy', offline: 'Offline' },
    settings: 'Your settings',
    notificationMail: 'Notifications by e-mail',
    doubleAuthentification: 'Two-step sign-in',
    hears: 'Places you do not hear everything from',
    level: { all: 'All messages', mentions: 'Mentions only', nothing: 'Nothing' },
    muted: 'muted',
    workspaces: 'Your workspaces',
    stays: 'Your access as a guest',
    until: 'until',
    owner: 'Owner',
    conversations: 'Your conversations',
    sessions: 'Your sessions',
    notifications: 'Your inbox',
    calls: { mention: 'A message mentions you.', message: 'You have a new message.' },
    reports: 'Your reports',
    reasons: { spam: 'Spam', harcèlement: 'Harassment', "usurpation d'identité": 'Impersonation', autre: 'Other' },
    reportStatus: { new: 'New', handled: 'Handled' },
    messages: 'Your messages',
    readMessages: 'Read your messages',
    scheduled: 'Your scheduled messages and reminders',
    reminder: 'Reminder of a message',
    notSent: 'was not sent',
    nothing: 'Nothing.',
    yes: 'yes',
    no: 'no',
    edited: '(edited)',
    inThread: 'in a thread',
    erased: 'Message erased',
    someone: '@someone',
    everyone: '@everyone',
    channel: '#a channel',
    colon: ': ',
  },
};
