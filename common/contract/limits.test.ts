import { expect, it, test } from 'vitest';
import { errors } from './errors.ts';
import { limits } from './fields.ts';
import { issues } from './issues.ts';

const mebi = 1024 * 1024;

/** Sentences that name a limit, with numbers in French format; a number written in words is the limit beside it. */
it.each([
  [errors.conversation_full, limits.conversationPeople],
  [errors.emoji_too_large, limits.emojiBytes / 1024],
  [errors.file_too_large, limits.fileBytes / mebi],
  [errors.thread_full, limits.repliesPerThread],
  [errors.too_many_accounts, limits.linkedAccounts],
  [errors.too_many_channels, limits.channelsPerWorkspace],
  [errors.too_many_emoji, limits.emojiPerWorkspace],
  [errors.too_many_files, limits.filesPerMessage],
  [errors.too_many_owners, limits.societyOwners],
  [errors.too_many_pins, limits.pinsPerPlace],
  [errors.too_many_push_devices, limits.pushDevices],
  [errors.too_many_roles, limits.rolesPerWorkspace],
  [errors.too_many_scheduled, limits.scheduledPerPerson],
  [errors.whitelist_full, limits.whitelist],
  [issues.password_short, limits.passwordMin],
])('the limit that « $fr » names is the one that holds', ({ fr, en }, limit) => {
  const numbers = (text: string, separator: RegExp) => text.replace(separator, '').match(/\d+/g);
  expect(numbers(fr, /(?<=\d)\u202f(?=\d)/g)).toEqual([String(limit)]);
  expect(numbers(en, /(?<=\d),(?=\d)/g)).toEqual([String(limit)]);
});

test('Limits that a sentence names in words are those that hold', () => {
  expect(errors.announcements_full.fr).toMatch(/^Trois annonces/);
  expect(errors.too_many_notes.fr).toMatch(/vingt notes/);
  expect(errors.too_many_urgent.fr).toMatch(/trois messages urgents en sept jours/);
  expect([limits.announcementsAtOnce, limits.reportNotes, limits.urgentPerWeek]).toEqual([3, 20, 3]);
  // A year is a leap year too, and three years end on the day that they began on.
  expect(errors.absence_far.fr).toMatch(/trois ans/);
  expect([limits.scheduledDaysAhead, limits.quietDaysAhead, limits.stayDaysMax]).toEqual([366, 366, 366]);
  expect([limits.announcementDaysAhead, limits.absenceDaysAhead, limits.stayDaysMin]).toEqual([366, 1_100, 1]);
});

test('Limits that other clients of this server rely on are those that they were promised', () => {
  expect(limits).toMatchObject({
    ...{ title: 80, description: 500, roleName: 40, messageContent: 10_000 },
    ...{ passwordMin: 8, passwordMax: 200, codeLength: 6, codeMin: 4 },
    ...{ pageDefault: 50, pageMax: 100, inviteUses: 10, listedMembers: 1_000, cardsListed: 100 },
    ...{ reaction: 32, reactionKinds: 20, conversationPeople: 25 },
  });
  const { workspace, channel, role, invite } = limits.inAnHour;
  expect({ workspace, channel, role, invite }).toEqual({ workspace: 20, channel: 100, role: 100, invite: 100 });
});

test('A reaction has room for the longest name of an emoji, between its colons', () => {
  expect(limits.emojiName + 2).toBe(limits.reaction);
});
