import type { RoleFacts } from './can.ts';

interface Words {
  fr: string;
  en: string;
}

/** A right that a role can give, with the words that explain it on the roles screen. */
export interface RolePermission {
  key: Exclude<keyof RoleFacts, 'rank'>;
  label: Words;
  description: Words;
}

/** All rights that a role can give, in the order of the roles screen. */
export const rolePermissions: readonly RolePermission[] = [
  {
    key: 'addChannels',
    label: { fr: 'Gérer les salons', en: 'Manage channels' },
    description: {
      fr: 'Permet de créer, de renommer et de supprimer des salons.',
      en: 'Lets its holders create, rename and delete channels.',
    },
  },
  {
    key: 'canKick',
    label: { fr: 'Exclure des membres', en: 'Remove members' },
    description: {
      fr: 'Permet d’exclure du workspace les membres de rang inférieur ou égal.',
      en: 'Lets its holders remove members of the same rank or below from the workspace.',
    },
  },
  {
    key: 'creator',
    label: { fr: 'Créateur', en: 'Creator' },
    description: {
      fr: 'Donne accès aux paramètres, aux rôles, aux invitations et au bannissement.',
      en: 'Gives access to settings, roles, invitations and bans.',
    },
  },
  {
    key: 'visibleChannels',
    label: { fr: 'Salons visibles', en: 'Visible channels' },
    description: {
      fr: 'Les salons privés que les personnes de ce rôle peuvent voir.',
      en: 'The private channels that its holders can see.',
    },
  },
  {
    key: 'writableChannels',
    label: { fr: 'Salons ouverts à l’écriture', en: 'Writable channels' },
    description: {
      fr: 'Les salons protégés et privés où les personnes de ce rôle peuvent écrire.',
      en: 'The protected and private channels where its holders can write.',
    },
  },
];
