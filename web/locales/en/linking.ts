import type { linking as fr } from '../fr/linking.ts';
import type { Translation } from '../translation.ts';

export const linking: Translation<typeof fr> = {
  title: 'Link an account',
  lead: 'Sign in to your other account: you will be able to switch between them without a password.',
  question: 'Not now?',
  back: 'Back to my workspaces',
  email: 'The other account’s e-mail',
  password: 'The other account’s password',
  submit: 'Link this account',
  allRequired: 'All fields must be filled in.',
  success: 'Account linked!',
  failure: 'The account could not be linked.',
};
