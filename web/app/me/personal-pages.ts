import type { ComponentType } from 'react';
import type { PersonalSection } from '../../platform/address/paths.ts';
import * as parts from '../parts/loaders.ts';

interface PersonalPage {
  section: PersonalSection;
  page: () => Promise<ComponentType>;
  /** Whether the page is for administrators only. */
  administrators?: true;
}

/**
 * Pages of personal settings. Each entry makes its address, its short address, its tab and its entry in the profile menu.
 */
export const personalPages: readonly PersonalPage[] = [
  { section: 'general', page: async () => (await parts.personal()).GeneralPage },
  { section: 'profile', page: async () => (await parts.personal()).ProfilePage },
  { section: 'admin', page: async () => (await parts.administration()).AdminPage, administrators: true },
];

/** Returns the pages that a person may see. */
export const personalPagesOf = (administrator: boolean): readonly PersonalPage[] =>
  personalPages.filter(({ administrators }) => administrator || !administrators);
