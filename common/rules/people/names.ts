/** Returns a person's full name; the last name may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Reduces a name to lower case without accents, to compare names. */
const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Puts « de » before a name, elided as French does: « de Camille », « d’Agathe ». A mute h (« Hélène ») and a vowel y
 * (« Yves ») elide it too; « Hassan » and « Yann » don't.
 */
export const de = (name: string): string =>
  /^(?:[aeiouœæ]|h(?:[eiuy]|on|or)|y[^aeiou])/.test(bare(name)) ? `d’${name}` : `de ${name}`;

interface Known {
  _id: string;
  firstName: string;
  lastName: string;
}

/**
 * Returns a distinct short name for each person of a group, by id: the first name; if it is shared, with the last name's
 * initial; if that is shared too, the full name.
 */
export function toldApart(people: readonly Known[]): Map<string, string> {
  const initialed = ({ firstName, lastName }: Known) => (lastName ? `${firstName} ${[...lastName][0]}.` : firstName);
  const ways = [({ firstName }: Known) => firstName, initialed, fullName].map(way => {
    const called = new Map<string, string>();
    const shared = new Set<string>();
    for (const one of people) {
      const name = bare(way(one));
      if ((called.get(name) ?? one._id) === one._id) called.set(name, one._id);
      else shared.add(name);
    }
    return { way, isShared: (person: Known) => shared.has(bare(way(person))) };
  });
  const nameOf = (person: Known): string => (ways.find(({ isShared }) => !isShared(person))?.way ?? fullName)(person);
  return new Map(people.map(person => [person._id, nameOf(person)]));
}

/** Name shown for a deleted account; the page translates it. */
export const goneName = 'Utilisateur supprimé';

/** Tells whether a name stands for a deleted account: no existing account has this first name with an empty last name. */
export const isGone = ({ firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  firstName === goneName && lastName === '';
