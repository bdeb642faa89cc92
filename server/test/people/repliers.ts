import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Palabre, type Person, type StartOptions, startPalabre } from '../harness.ts';
import { gather, type Team } from './team.ts';

/** Server with three people who talk in threads. */
interface Repliers {
  palabre: Palabre;
  camille: Person;
  karim: Person;
  yann: Person;
}

/** Starts a server with three people. */
export async function startRepliers(options?: StartOptions): Promise<Repliers> {
  const palabre = await startPalabre(options);
  const [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  return { palabre, camille, karim, yann };
}

/** Starts a server with three people of one team, which Camille owns. */
export async function startTeamOfRepliers(): Promise<Repliers & { team: Team }> {
  const repliers = await startRepliers();
  const { camille, karim, yann } = repliers;
  return { ...repliers, team: await gather(camille, karim, yann) };
}

/** Replies in the thread under a message. */
export const reply = async (
  person: Person,
  root: { _id: string },
  content = 'réponse',
  more: object = {},
): Promise<Message> => (await person.ok(api.messages.send, { body: { threadOf: root._id, content, ...more } })).message;
