import { describe, expect, test } from 'vitest';
import { isCalled, namedIn } from './mentions.ts';

const [karim, crew] = ['018f0000-0000-7000-8000-00000000beef', '018f0000-0000-7000-8000-0000000000aa'];

describe('namedIn', () => {
  test.each([
    ['a person and a role', `<@${karim}> et <@&${crew}>`, [karim, crew], false],
    ['a person named twice, once in capitals', `<@${karim}> <@${karim.toUpperCase()}>`, [karim], false],
    ['everyone', '<@everyone>', [], true],
    ['a channel, which is nobody', `<#${karim}>`, [], false],
    ['what only looks like an id', `<@${karim.replace('7000', '-7-0')}>`, [], false],
    ['code in a line', `\`<@${karim}> <@everyone>\` puis <@${crew}>`, [crew], false],
    ['code in a block', `\`\`\`\n<@${karim}>\n\`\`\` puis <@${crew}>`, [crew], false],
    ['a block that is never closed', `<@${crew}> \`\`\`\n<@${karim}>`, [crew], false],
    ['a lone quote of code', `\` <@${karim}>`, [karim], false],
  ])('namedIn finds the mentions of %s', (_what, content, ids, everyone) => {
    expect(namedIn(content)).toEqual({ ids, everyone });
  });
});

test('isCalled says that a message calls a person by name, by a role of theirs, as everyone, or as an answer', () => {
  const calls = (content: string, more: object = {}) => isCalled({ content, ...more }, karim, new Set([crew]));
  expect([`<@${karim}>`, `<@&${crew}>`, 'Bonjour', '<@everyone>'].map(text => calls(text))).toEqual([
    ...[true, true, false],
    // Whether its author may call everyone is the server's to say.
    false,
  ]);
  expect(calls('<@everyone>', { mentionsEveryone: true })).toBe(true);
  const answer = { _id: crew, sender: null, excerpt: '', files: 0 };
  expect([karim, crew, null].map(person => calls('Oui', { replyTo: { ...answer, calls: person } }))).toEqual([
    true,
    false,
    false,
  ]);
});
