import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { githubLink, linkedinLink } from '@palabre/common/rules/profile-links.ts';

/** The texts of a profile that its person writes, as their fields hold them. */
export const profileTexts = [
  'firstName',
  'lastName',
  'jobTitle',
  'jobLocation',
  'startHour',
  'endHour',
  'manager',
  'vacationReferee',
  'linkedinProfile',
  'githubProfile',
] as const;
export type ProfileText = (typeof profileTexts)[number];
export type ProfileTexts = Record<ProfileText, string>;

export const textsOfProfile = (user: SelfUser): ProfileTexts =>
  Object.fromEntries(profileTexts.map(name => [name, user[name] ?? ''])) as ProfileTexts;

const links = {
  linkedinProfile: { read: linkedinLink, texts: ['linkedinInvalid', 'linkedinInvalidText'] },
  githubProfile: { read: githubLink, texts: ['githubInvalid', 'githubInvalidText'] },
} as const;
export type LinkField = keyof typeof links;

/** What is said of a link that is none: the keys of its title and its text; null when it is good, or empty. */
export function wrongLink(field: LinkField, value: string): (typeof links)[LinkField]['texts'] | null {
  const { read, texts } = links[field];
  return value.trim() === '' || read(value) !== null ? null : texts;
}
