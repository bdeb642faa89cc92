import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { laterUnasked } from '../../../../ui/overlays/later.ts';
import type { Addressee } from '../../../people/availability/open/OffDutyLine.tsx';
import { useWriting } from '../../outbox/open/writing.ts';
import { storedText } from '../../text/open/mentions-typed.ts';
import type { CompletionWorld } from './completion/world.ts';

const OffDutyLine = laterUnasked(
  async () => (await import('../../../people/availability/open/OffDutyLine.tsx')).OffDutyLine,
  () => null,
);

/** Delay after which the line is asked for: the messages of the page come first. */
const afterPageMs = 1_500;
/** People whom one draft asks for. */
const askedAtMost = 5;

interface OffDutyHereProps {
  placeId: string;
  world: CompletionWorld;
  maySend: boolean;
  onSchedule: (anchor: Element) => void;
  onUrgent: (name: string) => void;
  onMention: (person: Addressee) => void;
}

/** Line about who is written to while off duty: the other of a conversation of two, and who is mentioned in the draft. */
export function OffDutyHere({ placeId, world, ...line }: OffDutyHereProps) {
  const me = useSession(state => state.user?._id);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => setAsked(true)), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  const mentioned = useWriting(placeId, ({ draft, named }) => namesIn(draft, named));
  const isDirect = world.people?.length === 2;
  const people = useMemo(() => {
    const others = isDirect ? (world.people ?? []).filter(({ _id }) => _id !== me) : [];
    const inDraft = (JSON.parse(mentioned) as Addressee[]).filter(({ id }) => id !== me);
    const all = [...others.map(one => ({ id: one._id, name: one.firstName })), ...inDraft];
    return all.filter(({ id }, i) => all.findIndex(one => one.id === id) === i).slice(0, askedAtMost);
  }, [isDirect, world.people, me, mentioned]);
  if (!isAsked || people.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OffDutyLine
        {...line}
        placeId={placeId}
        people={people}
        mayMention={id => !world.people || world.people.some(({ _id }) => _id === id)}
      />
    </Suspense>
  );
}

/** Lists the people whom a draft mentions by name, as one text, so that only another list renders anew. */
function namesIn(draft: string, named: Readonly<Record<string, string>>): string {
  const ids = new Set(namedIn(storedText(draft, named)).ids);
  const people = Object.entries(named).flatMap(([typed, stored]) => {
    const [id] = namedIn(stored).ids;
    return id !== undefined && ids.has(id) && typed.startsWith('@') ? [{ id, name: typed.slice(1) }] : [];
  });
  return JSON.stringify(people);
}
