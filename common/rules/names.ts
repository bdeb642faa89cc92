/** A person's whole name; the last name may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** A name as tests of what sounds alike read it: its letters, without accents. */
const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * « de » before a name, in French: « de Camille », « d’Agathe ». A mute h and a y that sounds as « i » elide it too, not that of
 * « Hassan » nor of « Yann ».
 */
export const de = (name: string): string =>
  /^(?:[aeiouœæ]|h(?:[eiuy]|on|or)|y[^aeiou])/.test(bare(name)) ? `d’${name}` : `de ${name}`;

interface Known {
  _id: string;
  firstName: string;
  lastName: string;
}

/**
 * What people who stand together are called by, by their ids: the first name; of those who share one, with the initial of the last
 * name as well; of those who share that too, the whole name.
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

/** How what a person wrote is signed once their account has gone; the page says it in its language. */
export const goneName = 'Utilisateur supprimé';

/** Whether a name is that: nobody who has an account is called so and has no last name. */
export const isGone = ({ firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  firstName === goneName && lastName === '';
