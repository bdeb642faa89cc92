import { sentences } from '@palabre/common/contract/sentences.ts';
import { expect, it } from 'vitest';
import { conversations } from './fr/conversations.ts';
import { emailInvites } from './fr/email-invites.ts';
import { emojiPicker } from './fr/emoji-picker.ts';
import { gifPicker } from './fr/gif-picker.ts';
import { fr } from './fr/index.ts';
import { reports } from './fr/reports.ts';

/** Texts of workspaces, channels and conversations that are fixed to the letter, since people know them and others compare them. */
const fixed = {
  workspaces: {
    bar: { empty: 'Aucun workspace' },
    discover: { heading: 'Découvrir', enterCode: "Entrer un code d'invitation" },
    card: {
      ...{ by: 'par {{owner}}', you: 'Vous', alreadyMember: 'Vous êtes déjà membre', join: 'Rejoindre' },
      joined: 'Vous avez rejoint le workspace avec succès !',
    },
    menu: {
      ...{ invite: 'Inviter un ami', settings: 'Paramètres', leave: 'Quitter le serveur' },
      leaveFailed: 'Échec de la sortie du workspace',
    },
  },
  invites: {
    prompt: {
      ...{ title: 'Rejoindre un Workspace', placeholder: 'ABCD1234', join: 'Rejoindre', cancel: 'Annuler' },
      required: "Veuillez entrer un code d'invitation !",
    },
    joined: 'Vous avez rejoint le workspace avec succès !',
    failedTitle: 'Erreur',
    failed: "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
  },
  channels: {
    heading: 'Salons',
    visibility: { public: 'Public', protected: 'Protégé', private: 'Privé' },
    create: {
      title: 'Créer un salon',
      public: 'Accessible à tous les membres.',
      protected: 'Requiert une autorisation pour accéder.',
      private: 'Visible uniquement par les membres invités.',
      ...{ name: 'Nom du salon', placeholder: 'Entrez le nom du salon', submit: 'Créer', cancel: 'Annuler' },
    },
    renaming: {
      empty: 'Le nom ne peut pas être vide !',
      ...{ doneTitle: 'Modifié !', done: 'Le nom du salon a été mis à jour.' },
      ...{ failedTitle: 'Erreur', failed: 'Impossible de modifier le salon.' },
    },
    removing: {
      ...{ title: 'Êtes-vous sûr ?', text: 'Cette action est irréversible !' },
      ...{ confirm: 'Oui, supprimer', cancel: 'Annuler', doneTitle: 'Supprimé !' },
    },
  },
  members: {
    ...{ online: 'En ligne – {{count, number}}', offline: 'Hors ligne – {{count, number}}' },
    kickFailed: "Échec de l'expulsion de l'utilisateur du workspace",
    banFailed: "Échec du bannissement de l'utilisateur du workspace",
  },
  conversations: {
    ...{
      heading: 'Conversations',
      none: "Vous n'avez pas de conversation !!",
      choose: 'Sélectionnez une conversation !',
    },
    members: 'Membres – {{count, number}}',
    renaming: {
      empty: 'Le titre ne peut pas être vide !',
      refusedTitle: 'Non autorisé',
      refused: "Impossible de modifier le titre d'une conversation à deux.",
      done: 'Le titre de la conversation a été mis à jour.',
      failed: 'Impossible de modifier la conversation.',
    },
    removing: {
      ...{ title: 'Êtes-vous sûr ?', text: 'Cette action est irréversible !', confirm: 'Oui, supprimer' },
      failed: 'Une erreur est survenue lors de la suppression.',
    },
  },
  messages: {
    ...{ empty: 'Aucun message à afficher', edited: '(modifié)' },
    composer: { placeholder: 'Envoyer un message dans #{{title}}', cancel: 'Annuler' },
  },
  pins: { title: 'Messages Épinglés', none: 'Aucun message épinglé' },
  notifications: {
    ...{ unread: 'Non lues', mentions: 'Mentions' },
    ...{ noUnread: 'Vous avez tout lu ! 🎉', noMention: 'Aucune mention pour le moment !' },
  },
  settings: {
    ...{ title: 'Paramètres', back: 'Retour au workspace' },
    section: {
      ...{ general: 'Général', channels: 'Canaux', invites: 'Invitations', members: 'Membres', roles: 'Rôles' },
    },
    general: {
      ...{ heading: 'Paramètres Généraux', changeLogo: 'Modifier le logo' },
      ...{ savedTitle: 'Succès', saved: 'Les paramètres ont été enregistrés.' },
      ...{ failedTitle: 'Erreur', failed: 'Impossible de sauvegarder les paramètres.' },
    },
    danger: {
      ...{ heading: 'Zone dangereuse', delete: 'Supprimer le serveur' },
      required: 'Le nom de la société est requis',
      mismatch: 'Le nom de la société ne correspond pas',
      ...{ doneTitle: 'Supprimé !', done: 'La société a été supprimée.', failedTitle: 'Erreur' },
      failed: 'Une erreur est survenue lors de la suppression de la société.',
      callFailed: 'Échec de la suppression du workspace',
    },
    channels: {
      ...{ heading: 'Gestion des Canaux', edit: 'Modifier', remove: 'Supprimer' },
      required: 'Le nom du canal est requis',
      ...{ created: 'Canal créé avec succès !', createFailed: 'Impossible de créer le canal.' },
      ...{ edited: 'Canal modifié avec succès !', editFailed: 'Impossible de modifier le canal.' },
      ...{ removed: 'Le canal a été supprimé.', removeFailed: 'Impossible de supprimer le canal.' },
      ...{ sure: 'Êtes-vous sûr ?', irreversible: 'Cette action est irréversible !', yes: 'Oui, supprimer' },
    },
    invites: {
      ...{ heading: "Paramètres d'Invitation", show: 'Voir', copy: 'Copier', remove: 'Supprimer' },
      ...{ copied: 'Code copié !', sure: 'Supprimer cette invitation ?' },
      empty: 'Aucune invitation disponible pour ce workspace.',
    },
    members: {
      ...{ heading: 'Liste des membres', kick: 'Kick', ban: 'Ban', unban: 'Débannir', empty: 'Aucun membre trouvé.' },
      unbanFailed: "Échec de la levée du bannissement de l'utilisateur du workspace",
    },
  },
  roles: {
    ...{ heading: 'Gestion des rôles', edit: 'Modifier', remove: 'Supprimer', empty: 'Aucun rôle défini.' },
    member: { permissions: 'Permissions', channels: 'Salons', users: 'Utilisateurs' },
  },
  ui: {
    copyFailed: 'Erreur lors de la copie dans le presse-papiers',
  },
  emailInvites: {
    modal: {
      codeCopied: 'Code copié dans le presse-papiers',
      linkCopied: 'Lien d’invitation copié dans le presse-papiers',
      ok: 'OK',
    },
  },
  emojiPicker: {
    networkErrorMessage: 'Could not load emoji.',
    emojiUnsupportedMessage: 'Your browser does not support color emoji.',
    loadingMessage: 'Loading…',
  },
  gifPicker: { failed: 'Error loading gifs :(' },
  reports: { reasons: { spam: 'Spam', harcèlement: 'Harcèlement', autre: 'Autre' } },
};

it.each(Object.entries(fixed))('The texts of « %s » that are fixed are so to the letter', (namespace, texts) => {
  const all: Record<string, unknown> = { ...fr, conversations, emailInvites, emojiPicker, gifPicker, reports };
  expect(all[namespace]).toMatchObject(texts);
});

it('What the server says of a channel, a conversation or a workspace that is gone or joined is fixed to the letter', () => {
  expect(sentences).toMatchObject({
    channel_created: { fr: 'Canal créé avec succès !' },
    channel_deleted: { fr: 'Le channel a été supprimée.' },
    conversation_deleted: { fr: 'La conversation a été supprimée.' },
    workspace_deleted: { fr: 'La société a été supprimée.' },
    workspace_joined: { fr: 'Vous avez rejoint le workspace avec succès !' },
  });
});
