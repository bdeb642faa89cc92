import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { type ComponentProps, Suspense, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { laterUnasked } from '../../../../ui/overlays/later.ts';
import { useTalk } from '../../../conversations/open/conversations.queries.ts';
import type { Addressee } from '../../../people/availability/open/OffDutyLine.tsx';
import { moveDraft, name as nameIn, useWriting, writingOf } from '../../outbox/open/writing.ts';
import { storedText } from '../../text/open/mentions-typed.ts';
import { arrivingOf } from './arriving.ts';
import type { CompletionWorld } from './completion/world.ts';
import type { useSending } from './useSending.ts';

const OffDutyLine = laterUnasked(
  async () => (await import('../../../people/availability/open/OffDutyLine.tsx')).OffDutyLine,
  () => null,
);

/** Delay before the line's request: the page's messages come first. */
const afterPageMs = 1_500;
/** Maximum of people whose availability one draft asks for. */
const askedAtMost = 5;

interface OffDutyHereProps {
  placeId: string;
  world: CompletionWorld;
  maySend: boolean;
  sending: Pick<ReturnType<typeof useSending>, 'schedule' | 'sendUrgent'>;
  /** Inserts a text at the caret. */
  insert: (text: string) => void;
}

/**
 * Shows which addressees are off duty: the other person of a conversation of two, and people mentioned in the draft.
 */
export function OffDutyHere({ placeId, world, maySend, sending, insert }: OffDutyHereProps) {
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
  const mention = ({ id, name }: Addressee) => {
    const [typed, stored] = [`@${name}`, `<@${id}>`];
    // The second of two people of the same name is inserted in stored form.
    const isTaken = (writingOf(placeId).named[typed] ?? stored) !== stored;
    if (!isTaken) nameIn(placeId, { [typed]: stored });
    insert(`${isTaken ? stored : typed} `);
  };
  const reachedBy = (id: string) => {
    if (id === me) return null;
    return !world.people || world.people.some(({ _id }) => _id === id) ? 'mention' : 'write';
  };
  if (!isAsked || people.length === 0) return null;
  return (
    <Line
      maySend={maySend}
      onSchedule={anchor => void sending.schedule(anchor)}
      onUrgent={name => void sending.sendUrgent(name).catch(tellFailure)}
      onMention={mention}
      placeId={placeId}
      people={people}
      reachedBy={reachedBy}
    />
  );
}

/**
 * Shows the line, with a button that opens a conversation with the stand-in: the draft goes along, including files
 * still being read.
 */
function Line(props: Omit<ComponentProps<typeof OffDutyLine>, 'onWrite'>) {
  const { placeId } = props;
  const talk = useTalk(conversationId => moveDraft(placeId, conversationId));
  const write = async ({ id }: Addressee) => {
    await Promise.all(arrivingOf(placeId, null));
    talk.mutate([id]);
  };
  return (
    <Suspense fallback={null}>
      <OffDutyLine {...props} onWrite={person => void write(person)} />
    </Suspense>
  );
}

/** Serialises the people whom a draft mentions by name, so that only a change of people re-renders. */
function namesIn(draft: string, named: Readonly<Record<string, string>>): string {
  const ids = new Set(namedIn(storedText(draft, named)).ids);
  const people = Object.entries(named).flatMap(([typed, stored]) => {
    const [id] = namedIn(stored).ids;
    return id !== undefined && ids.has(id) && typed.startsWith('@') ? [{ id, name: typed.slice(1) }] : [];
  });
  return JSON.stringify(people);
}
