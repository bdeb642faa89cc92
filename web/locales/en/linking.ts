import type { linking as fr } from '../fr/linking.ts';
import type { Translation } from '../translation.ts';

export const linking: Translation<typeof fr> = {
  title: 'Link an account',
  lead: 'Sign in to your other account: you will go from one to the other without a password.',
  question: 'Not now?',
  back: 'Back to my workspaces',
  email: 'E-mail of the other account',
  password: 'Password of the other account',
  submit: 'Link this account',
  allRequired: 'All fields must be filled in.',
  success: 'Account linked!',
  failure: 'The account could not be linked.',
};
