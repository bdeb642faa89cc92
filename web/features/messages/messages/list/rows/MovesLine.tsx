import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import UserRoundMinus from 'lucide-react/icons/user-round-minus';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useContext } from 'react';
import { dayKey, formatDateTime, formatDay, formatList } from '../../../../../platform/words/format.ts';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import s from './MovesLine.module.css';
import type { Moves } from './moves.ts';

/** Maximum of people named; of more people, `namedOfMore` are named and the rest is counted. */
const namedAtMost = 3;
const namedOfMore = 2;

/** Formats the time of one move, or the first and last times of several. */
const span = (moves: readonly Move[], format: (time: string) => string): string => {
  const ends = [moves[0], moves.at(-1)].map(move => (move ? format(move.time) : ''));
  return [...new Set(ends)].join(' – ');
};

/** Lists the people who joined or left, each once. */
const peopleOf = (moves: readonly Move[], kind: Move['kind']): Move['user'][] => {
  const people = moves.filter(move => move.kind === kind).map(({ user }) => user);
  return [...new Map(people.map(user => [user._id, user])).values()];
};

interface MovesLineProps {
  /** Joins and departures in order, at least one. */
  moves: readonly Move[];
  /** ISO time of the day of the date above; null without one. */
  under: string | null;
}

/** Shows joins and departures in one quiet line, with their day when it differs from the date above. */
function MovesLine({ moves, under }: MovesLineProps) {
  const { t } = useTranslation('messages');
  const { sign } = useContext(TextWorldContext);
  const said = (people: readonly Move['user'][]) => {
    const named = people.length > namedAtMost ? people.slice(0, namedOfMore) : people;
    const others = people.length - named.length;
    const words = named.map(user => sign(user));
    if (others > 0) words.push(t('moves.others', { count: others }));
    return { count: people.length, names: formatList(words) };
  };
  const [came, left] = [peopleOf(moves, 'joined'), peopleOf(moves, 'left')];
  const isDaySaid = under !== null && moves.every(({ time }) => dayKey(time) === dayKey(under));
  const parts = [
    !isDaySaid && span(moves, time => formatDay(time)),
    came.length > 0 && t('moves.joined', said(came)),
    left.length > 0 && t(came.length > 0 ? 'moves.leftToo' : 'moves.left', said(left)),
  ];
  const Icon = left.length === 0 ? UserRoundPlus : came.length === 0 ? UserRoundMinus : UsersRound;
  return (
    <p className={s.line} data-moves aria-live="off" title={span(moves, formatDateTime)}>
      <Icon aria-hidden="true" />
      <span>{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** Shows the moves of days before the message below, above that message's date. */
export const EarlierMoves = ({ moves: { earlier, after } }: { moves: Moves }) =>
  earlier.length > 0 && <MovesLine moves={earlier} under={after} />;

/** Shows the moves of the message's own day; `under` is the ISO time of the day of the date above. */
export const MovesOfDay = ({ moves: { ofDay }, under }: { moves: Moves; under: string | null }) =>
  ofDay.length > 0 && <MovesLine moves={ofDay} under={under} />;

/** Shows all moves below the last message. */
export const MovesBelow = ({ moves }: { moves: Moves }) => (
  <>
    <EarlierMoves moves={moves} />
    <MovesOfDay moves={moves} under={moves.after} />
  </>
);
