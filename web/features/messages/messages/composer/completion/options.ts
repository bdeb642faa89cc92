import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';

/** Completion of a typed text. */
export interface Option {
  /** Id, unique in the list. */
  id: string;
  /** Text inserted into the field. */
  typed: string;
  /** Stored form, when it differs from the typed one. */
  stored?: string;
  label: string;
  detail?: string;
  picture:
    | { kind: 'person'; person: Person }
    | { kind: 'emoji'; emoji: string }
    | { kind: 'image'; url: string }
    | { kind: 'sign'; sign: '@' | '#' };
}

/** Person who can be mentioned. */
export interface Person {
  _id: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  jobTitle?: string | null;
  email?: string | undefined;
  guest?: true | undefined;
}

/** Maximum of options shown. */
export const optionsAtMost = 8;
/** Maximum of people when roles match too. */
const peopleAtMost = 6;

/** Ranks a name by a query: 0 is best, infinite is no match; ignores accents and case. */
function distance(name: string, query: string): number {
  const wanted = folded(query);
  const words = folded(name);
  if (words.startsWith(wanted)) return 0;
  const inside = words.split(/[\s'’-]+/).findIndex(word => word.startsWith(wanted));
  return inside < 0 ? Number.POSITIVE_INFINITY : inside;
}

/** Filters and sorts names by a query, best first; ties keep their order. */
function matching<T>(all: readonly T[], query: string, nameOf: (one: T) => string): T[] {
  return all
    .map(one => ({ one, far: distance(nameOf(one), query) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
}

/** Filters earlier options by the longer query, in their order, while new ones load. */
export const stillMeant = (options: readonly Option[], query: string): Option[] =>
  options.filter(({ label }) => distance(label.replace(/^:|:$/g, ''), query) < Number.POSITIVE_INFINITY);

interface Mentionable {
  people: readonly Person[];
  roles: readonly { _id: string; name: string }[];
  /** Name of @everyone and its aliases; null when the user may not call everyone. */
  everyone: { name: string; detail: string; aliases: readonly string[] } | null;
  roleDetail: string;
  guestDetail: string;
}

/** Lists the options of « @… »: people first, then everyone and roles. */
export function mentionOptions(
  query: string,
  { people, roles, everyone, roleDetail, guestDetail }: Mentionable,
): Option[] {
  const found = matching(people, query, fullName).map((person, _index, all): Option => {
    const label = fullName(person);
    const alike = all.some(one => one !== person && fullName(one) === label);
    // Tells two people of the same name apart, and marks guests.
    const detail = [person.guest && guestDetail, alike && (person.jobTitle ?? person.email)]
      .filter(Boolean)
      .join(' · ');
    return {
      id: person._id,
      typed: `@${label}`,
      stored: `<@${person._id}>`,
      label,
      ...(detail && { detail }),
      picture: { kind: 'person', person },
    };
  });
  const called = everyone && [everyone.name, ...everyone.aliases].some(name => distance(name, query) === 0);
  const groups: Option[] = [
    ...(called ? [{ _id: 'everyone', name: everyone.name, detail: everyone.detail, stored: '<@everyone>' }] : []),
    ...matching(roles, query, role => role.name).map(role => ({
      ...role,
      detail: roleDetail,
      stored: `<@&${role._id}>`,
    })),
  ].map(({ _id, name, detail, stored }) => ({
    id: _id,
    typed: `@${name}`,
    stored,
    label: name,
    detail,
    picture: { kind: 'sign', sign: '@' },
  }));
  const room = groups.length > 0 ? Math.max(peopleAtMost, optionsAtMost - groups.length) : optionsAtMost;
  return [...found.slice(0, room), ...groups].slice(0, optionsAtMost);
}

/** Lists the options of « #… ». */
export function channelOptions(query: string, channels: readonly Pick<Channel, '_id' | 'title'>[]): Option[] {
  return matching(channels, query, channel => channel.title)
    .slice(0, optionsAtMost)
    .map(({ _id, title }) => ({
      id: _id,
      typed: `#${title}`,
      stored: `<#${_id}>`,
      label: title,
      picture: { kind: 'sign', sign: '#' },
    }));
}
