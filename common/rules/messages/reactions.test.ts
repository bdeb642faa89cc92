import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/fields.ts';
import { type Reaction, reacted } from './reactions.ts';

const some: Reaction[] = [
  { reaction: '👍', usersId: ['camille', 'karim'] },
  { reaction: '🎉', usersId: ['karim'] },
];

describe('reacting', () => {
  it('reacted adds a new emoji, or a person to an emoji, at the end', () => {
    expect(reacted(some, 'yann', '🎉', 'toggle')).toEqual([some[0], { reaction: '🎉', usersId: ['karim', 'yann'] }]);
    expect(reacted(some, 'yann', '❤️', 'toggle')).toEqual([...some, { reaction: '❤️', usersId: ['yann'] }]);
  });

  it('reacted by toggle removes a reaction that is there, and the emoji with its last person', () => {
    expect(reacted(some, 'karim', '👍', 'toggle')).toEqual([{ reaction: '👍', usersId: ['camille'] }, some[1]]);
    expect(reacted(some, 'karim', '🎉', 'toggle')).toEqual([some[0]]);
  });

  it('reacted by remove removes a reaction, and changes nothing without one', () => {
    expect(reacted(some, 'karim', '🎉', 'remove')).toEqual([some[0]]);
    expect(reacted(some, 'camille', '🎉', 'remove')).toBe(some);
    expect(reacted(some, 'camille', '❤️', 'remove')).toBe(some);
  });

  it('reacted is null beyond the limit of kinds, and beyond the limit of reactions', () => {
    const kinds = Array.from({ length: limits.reactionKinds }, (_, n) => ({ reaction: `:e${n}:`, usersId: ['karim'] }));
    expect(reacted(kinds, 'yann', '👍', 'toggle')).toBeNull();
    expect(reacted(kinds, 'yann', ':e0:', 'toggle')?.[0]?.usersId).toEqual(['karim', 'yann']);
    const people = Array.from({ length: limits.reactionsPerMessage }, (_, n) => `${n}`);
    const full = [{ reaction: '👍', usersId: people }];
    expect(reacted(full, 'yann', '👍', 'toggle')).toBeNull();
    expect(reacted(full, '7', '👍', 'toggle')?.[0]?.usersId).toHaveLength(limits.reactionsPerMessage - 1);
    // Those of all kinds count together.
    const two = [
      { reaction: '👍', usersId: people.slice(1) },
      { reaction: '🎉', usersId: ['karim'] },
    ];
    expect(reacted(two, 'yann', '🎉', 'toggle')).toBeNull();
    expect(reacted([{ reaction: '👍', usersId: people.slice(1) }], 'yann', '🎉', 'toggle')).toHaveLength(2);
  });
});
