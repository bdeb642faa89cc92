import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { githubLink, linkedinLink } from '@palabre/common/rules/people/profile-links.ts';

/** Names of the profile's text fields. */
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

/** Name of one text field of the profile. */
export type ProfileText = (typeof profileTexts)[number];

/** Texts of the profile as its fields hold them: empty instead of null. */
export type ProfileTexts = Record<ProfileText, string>;

/** Reads the profile's texts for its fields. */
export const textsOfProfile = (user: SelfUser): ProfileTexts =>
  Object.fromEntries(profileTexts.map(name => [name, user[name] ?? ''])) as ProfileTexts;

const links = {
  linkedinProfile: { read: linkedinLink, texts: ['linkedinInvalid', 'linkedinInvalidText'] },
  githubProfile: { read: githubLink, texts: ['githubInvalid', 'githubInvalidText'] },
} as const;

/** Name of a profile field that holds a link. */
export type LinkField = keyof typeof links;

/** Checks a link: returns the text keys of its error's title and text, or null when the link is valid or empty. */
export function wrongLink(field: LinkField, value: string): (typeof links)[LinkField]['texts'] | null {
  const { read, texts } = links[field];
  return value.trim() === '' || read(value) !== null ? null : texts;
}
