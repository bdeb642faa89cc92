/**
 * Users: the profiles that people see of each other, search of people and names.
 * Handlers: users.ts. open/ holds what other features use: users.store.ts (SQL), guesses.ts (limits of passwords),
 * lasting.ts (changes that ask again for an identity proof), own-password.ts, links.ts and links.store.ts (linked
 * accounts), tell-profile.ts (events of profiles).
 */

import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { endpoints, users } from './users.ts';

export const usersFeature: Feature = {
  serves: serving(endpoints, users),
};
