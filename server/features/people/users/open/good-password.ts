import type { IssueCode } from '@palabre/common/contract/issues.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { isMadeOf } from '@palabre/common/rules/people/passwords.ts';
import { InvalidInput } from '../../../../platform/http/validation.ts';
import type { Services } from '../../../../platform/services.ts';
import { isCommon } from '../../../../platform/sessions/common-passwords.ts';
import { findSelf } from './users.store.ts';

/** Person whose password is set. */
interface Who {
  firstName: string;
  lastName: string;
  email: string;
}

/** Frequent first words of French passwords, which the list has with only some endings. */
const commonWords = [
  ...['azerty', 'qwerty', 'motdepasse', 'mot de passe', 'password', 'bienvenue', 'bonjour', 'jetaime', 'soleil'],
  ...['doudou', 'loulou', 'chouchou', 'administrateur', 'admin'],
];

/**
 * Refuses a password that is common or made of public names, if administrators chose so (decision 0078), and a breached
 * password, if the operator configured a service of breached passwords (decision 0084). Called wherever a password is
 * set, before the transaction and before anything is spent on it.
 * @param given the password, by the name of its field
 * @param who the person, or the id of their account
 * @throws InvalidInput an issue of the field
 */
export async function demandGoodPassword(
  services: Pick<Services, 'settings' | 'database' | 'breachedPasswords'>,
  given: { password: string } | { newPassword: string },
  who: Who | string,
): Promise<void> {
  const [[path = '', password = ''] = []] = Object.entries(given);
  const guessable = await guessableBy(services, password, who);
  const said = guessable ?? ((await services.breachedPasswords.has(password)) ? 'password_breached' : null);
  if (said) throw new InvalidInput([{ path, said }]);
}

/** Tells what makes a password guessable; null if nothing does, or if guessable passwords are allowed. */
async function guessableBy(
  { settings, database }: Pick<Services, 'settings' | 'database'>,
  password: string,
  who: Who | string,
): Promise<IssueCode | null> {
  const { commonPasswords, name } = (await settings.read()).chosen;
  if (commonPasswords !== 'refused') return null;
  if ((await isCommon(password)) || isMadeOf(password, commonWords)) return 'password_common';
  const person = typeof who === 'string' ? await findSelf(database.kysely, who) : who;
  const names = ['Palabre', ...(name ? [name] : []), ...(person ? namesOf(person) : [])];
  return isMadeOf(password, names) ? 'password_names' : null;
}

/** Lists the public names of a person, from their profile. */
function namesOf({ firstName, lastName, email }: Who): string[] {
  const [local = '', domain = ''] = email.split('@');
  return [fullName({ firstName, lastName }), `${lastName} ${firstName}`, local, domain];
}
