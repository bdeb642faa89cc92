// @vitest-environment jsdom
import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '../../../platform/words/i18n.ts';
import { loadMarkdown, MessageText } from './open/MessageText.tsx';
import { linkedIn } from './open/permalinks.ts';
import { type Sender, signature, signatures } from './open/sender.ts';
import { TextWorldContext } from './open/text-world.ts';

const [workspace, channel, id] = ['a1', 'b2', 'c3'].map(end => `018f0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const path = `/workspace/${workspace}/channel/${channel}?message=${id}`;
const address = window.location.origin + path;
const noon = new Date();
noon.setHours(14, 2);

const linked: Linked = {
  _id: id,
  channelId: channel,
  conversationId: null,
  workspaceId: workspace,
  title: 'général',
  sender: { _id: 'k', firstName: 'Karim', lastName: 'Benali', avatar: null },
  time: noon.toISOString(),
  excerpt: 'On part à **7 h** <img src=x>',
  files: 0,
};

beforeAll(async () => {
  await loadMarkdown();
});
afterEach(cleanup);

const text = (content: string, known: readonly Linked[], sign: (sender: Sender) => string = signature) => {
  const linkedById = new Map(known.map(one => [one._id, one]));
  const world = { emoji: new Map(), channelPath: () => null, linked: linkedById, sign };
  return (
    <TextWorldContext value={world}>
      <MessageText content={content} names={new Map()} reachable={false} />
    </TextWorldContext>
  );
};
const shown = (...of: Parameters<typeof text>) => {
  render(text(...of));
  return [...document.querySelectorAll('a')].map(link => [link.textContent, link.getAttribute('href')]);
};

describe('A link to a message', () => {
  it('A link to a message shows its place, author, time and text to a user who may read it', () => {
    expect(shown(`Voir ${address} !`, [linked])).toEqual([
      ['#général › Karim, 14:02 On part à 7 h <img src=x>', address],
    ]);
    cleanup();
    const talk = { ...linked, channelId: null, conversationId: channel, workspaceId: null, title: null };
    const there = `${window.location.origin}/conversation/${channel}?message=${id}`;
    expect(shown(there, [talk])[0]?.[0]).toMatch(/^Conversation › Karim, 14:02 /);
  });

  it('A link to a message tells its author apart from others of the same first name', () => {
    const sign = signatures([linked.sender, { _id: 'n', firstName: 'karim', lastName: 'Nasri' }]);
    expect(shown(address, [linked], sign)[0]?.[0]).toMatch(/^#général › Karim B\., 14:02 /);
  });

  it('A link to a message stays an address when unreadable, titled, foreign or in code', () => {
    expect(shown(address, [])).toEqual([[address, address]]);
    cleanup();
    expect(shown(`[là](${address})`, [linked])).toEqual([['là', address]]);
    cleanup();
    const elsewhere = `https://ailleurs.fr${path}`;
    expect(shown(elsewhere, [linked])).toEqual([[elsewhere, elsewhere]]);
    cleanup();
    expect(shown(`\`${address}\``, [linked])).toEqual([]);
  });

  it('A link to a message is an address again, and looks so, once its message may no longer be read', () => {
    const { rerender } = render(text(address, [linked]));
    const link = document.querySelector('a');
    expect(link?.classList.contains('permalink')).toBe(true);
    rerender(text(address, []));
    expect([link?.textContent, link?.classList.contains('permalink')]).toEqual([address, false]);
  });

  it('A link to a reply shows it as a link to any message, and one to a part of a page does not', () => {
    const reply = `${address}&thread=${id.replace(/c3$/, 'd4')}`;
    expect(shown(reply, [linked])[0]?.[0]).toMatch(/^#général › Karim/);
    expect(linkedIn(reply)).toEqual([id]);
    cleanup();
    expect(shown(`${address}#x`, [linked])).toEqual([[`${address}#x`, `${address}#x`]]);
  });

  it('A link to a message names its thread, the day when it is another, and what it has instead of a text', () => {
    const before = new Date(noon);
    before.setDate(before.getDate() - 400);
    const there = { channelId: channel, conversationId: null };
    const reply = { ...linked, channelId: null, threadId: 't', parent: there, time: before.toISOString(), excerpt: '' };
    expect(shown(address, [{ ...reply, files: 2 }])[0]?.[0]).toMatch(/^#général › fil › Karim, .+, 14:02 2 fichiers$/);
    cleanup();
    expect(shown(address, [{ ...linked, excerpt: '' }])[0]?.[0]).toBe('#général › Karim, 14:02 Message effacé');
  });

  it('A link to a message is fetched once, ten at most in one text', () => {
    expect(linkedIn(`${address} et ${address.toUpperCase()}?message=x`)).toEqual([id]);
    const many = Array.from({ length: 20 }, (_, n) => address.replace(/c3$/, String(10 + n)));
    expect(linkedIn(many.join(' '))).toHaveLength(10);
    expect(linkedIn('?message=rien')).toEqual([]);
  });
});
