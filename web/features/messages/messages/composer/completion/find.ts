import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { completion as en } from '../../../../../locales/en/completion.ts';
import { completion as fr } from '../../../../../locales/fr/completion.ts';
import { endpointQuery } from '../../../../../platform/server/query.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { textsOf } from '../../../../../platform/words/lazy-texts.ts';
import { findEmoji } from '../../../../workspaces/emoji/open/find-emoji.ts';
import { channelOptions, mentionOptions, type Option, optionsAtMost, type Person } from './options.ts';
import type { Trigger } from './trigger.ts';
import type { CompletionWorld } from './world.ts';

/** Page size of the members panel, whose cache this query shares. */
const peopleAtOnce = 100;

/** Loads the people of a place who may match; all of them when they are few. */
async function peopleOf(client: QueryClient, world: CompletionWorld, search: string): Promise<readonly Person[]> {
  const { workspaceId, channelId, people } = world;
  if (people) return people;
  if (!workspaceId) return [];
  const ask = (query: { channelId?: string; search?: string }) =>
    client.fetchQuery({
      ...endpointQuery(api.members.list, { params: { id: workspaceId }, query: { ...query, limit: peopleAtOnce } }),
      staleTime: 30_000,
      meta: { silent: true },
    });
  const here = await ask({ channelId });
  if (search === '') return here.users;
  const inPlace = here.total <= here.users.length ? here : await ask({ channelId, search });
  // Then the other members of the workspace, who may be mentioned and let in later.
  const all = await ask({ search });
  const known = new Set(inPlace.users.map(({ _id }) => _id));
  return [...inPlace.users, ...all.users.filter(({ _id }) => !known.has(_id))];
}

/** Finds the completions of « @… », « #… » or « :… » in a place. */
export async function findOptions(client: QueryClient, trigger: Trigger, world: CompletionWorld): Promise<Option[]> {
  const { sign, query } = trigger;
  const texts = textsOf({ fr, en });
  if (sign === '@') {
    const myself = useSession.getState().user?._id;
    const people = await peopleOf(client, world, query);
    return mentionOptions(query, {
      people: people.filter(({ _id }) => _id !== myself),
      roles: world.roles ?? [],
      everyone: world.mayCallAll
        ? { name: texts.everyone, detail: texts.everyoneDetail, aliases: ['tous', 'everyone'] }
        : null,
      roleDetail: texts.role,
      guestDetail: texts.guest,
    });
  }
  if (sign === '#') {
    if (!world.workspaceId) return [];
    const asked = endpointQuery(api.channels.ofWorkspace, { params: { id: world.workspaceId } });
    const { channels } = await client.fetchQuery({ ...asked, staleTime: 30_000, meta: { silent: true } });
    return channelOptions(query, channels);
  }
  const emoji = await findEmoji(client, query, optionsAtMost, world.workspaceId);
  return emoji.map(({ text, name, url }) => ({
    id: text,
    typed: text,
    label: `:${name}:`,
    picture: url ? { kind: 'image', url } : { kind: 'emoji', emoji: text },
  }));
}
