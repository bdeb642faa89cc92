import type { ComponentType } from 'react';
import type { PersonalSection } from '../../platform/address/paths.ts';
import * as parts from '../parts/parts.ts';

interface PersonalPage {
  section: PersonalSection;
  page: () => Promise<ComponentType>;
  /** For administrators alone. */
  administrators?: true;
}

/**
 * The pages of personal settings: one entry makes the address, the short one that leads to it, the tab, and
 * the entry of the profile's menu.
 */
export const personalPages: readonly PersonalPage[] = [
  { section: 'general', page: async () => (await parts.personal()).GeneralPage },
  { section: 'profile', page: async () => (await parts.personal()).ProfilePage },
  { section: 'admin', page: async () => (await parts.administration()).AdminPage, administrators: true },
];

/** Those that a person has. */
export const personalPagesOf = (administrator: boolean): readonly PersonalPage[] =>
  personalPages.filter(({ administrators }) => administrator || !administrators);
