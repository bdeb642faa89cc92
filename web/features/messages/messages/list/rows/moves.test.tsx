// @vitest-environment jsdom
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../../../../platform/words/i18n.ts';
import { estimateHeight } from '../scroll/heights.ts';
import { article, camille, eachInList, karim, message, Signed, show } from '../test/list.tsx';
import { MovesBelow } from './MovesLine.tsx';
import { movesBelow } from './moves.ts';
import { rowsOf } from './rows.ts';

eachInList();

/** Builds a local time in November 2026. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).toISOString();

let made = 0;
const move = (kind: Move['kind'], time: string, firstName: string, lastName = 'B'): Move => {
  made += 1;
  return { _id: `v${made}`, kind, time, user: { _id: `${firstName} ${lastName}`, firstName, lastName } };
};
const joined = (time: string, firstName: string, lastName?: string) => move('joined', time, firstName, lastName);
const left = (time: string, firstName: string, lastName?: string) => move('left', time, firstName, lastName);

const lines = () => [...document.querySelectorAll('[data-moves]')].map(line => line.textContent);
/** Returns the texts of the list from top to bottom: lines, dates and messages. */
const order = () => [...document.querySelectorAll('[data-moves], [data-day], article')].map(one => one.textContent);

/** Renders the moves of a place without messages, and returns the texts of their lines. */
function said(...moves: Move[]): (string | null)[] {
  const below = movesBelow(moves, []);
  if (!below) return [];
  const { unmount } = render(
    <Signed rows={[]} moves={moves}>
      <MovesBelow moves={below} />
    </Signed>,
  );
  const found = lines();
  unmount();
  return found;
}

describe('Joins and departures', () => {
  it('Joins and departures stand between messages in time order, below their own date and above another', async () => {
    const messages = [message(karim, at(20, 9), 'un'), message(karim, at(22, 9), 'deux')];
    const moves = [joined(at(20, 10), 'Zoé'), joined(at(22, 8), 'Aline'), left(at(22, 9, 30), 'Zoé')];
    await show(messages, [], {}, { moves });
    const found = order();
    const where = (text: string) => found.findIndex(one => one?.includes(text));
    expect(lines()).toEqual([
      'Zoé a rejoint le workspace',
      'Aline a rejoint le workspace',
      'Zoé a quitté le workspace',
    ]);
    expect(where('un')).toBeLessThan(where('Zoé a rejoint'));
    expect(where('Zoé a rejoint')).toBeLessThan(where('Aujourd'));
    expect(where('Aujourd')).toBeLessThan(where('Aline'));
    expect(where('Aline')).toBeLessThan(where('deux'));
    expect(where('Zoé a quitté')).toBe(found.length - 1);
    expect(article('deux').getAttribute('aria-label')).not.toContain('Aline');
  });

  it('Joins and departures make one line per stretch, count the others, and show their day without a date above', () => {
    const came = ['Chloé', 'Karim', 'Aline', 'Zoé', 'Yann'].map((name, n) => joined(at(22, 9, n), name));
    expect(said(...came.slice(0, 3))).toEqual(["Aujourd'hui · Chloé, Karim et Aline ont rejoint le workspace"]);
    expect(said(...came, left(at(22, 10), 'Léa'))).toEqual([
      "Aujourd'hui · Chloé, Karim et 3 autres ont rejoint le workspace · Léa l’a quitté",
    ]);
    expect(said(left(at(21, 9), 'Léa'), left(at(21, 10), 'Ines'))).toEqual([
      'Hier · Léa et Ines ont quitté le workspace',
    ]);
    expect(said(joined(at(2, 9), 'Léa'), joined(at(3, 9), 'Ines'), joined(at(22, 9), 'Zoé'))).toEqual([
      '2 novembre 2026 – 3 novembre 2026 · Léa et Ines ont rejoint le workspace',
      "Aujourd'hui · Zoé a rejoint le workspace",
    ]);
    expect(said(joined(at(22, 9), 'Léa'), left(at(22, 10), 'Léa'), joined(at(22, 11), 'Léa'))).toEqual([
      "Aujourd'hui · Léa a rejoint le workspace · Léa l’a quitté",
    ]);
  });

  it('Joins and departures have a sign of who came, of who left, or of both', async () => {
    const moves = [joined(at(20, 10), 'Zoé'), left(at(21, 10), 'Zoé'), joined(at(22, 9, 10), 'Aline')];
    const messages = [20, 21, 22].map(day => message(karim, at(day, 9), `le ${day}`));
    await show(messages, [], {}, { moves: [...moves, left(at(22, 9, 20), 'Aline')] });
    const signs = [...document.querySelectorAll('[data-moves] svg')].map(
      icon => /lucide-([a-z-]+)/.exec(icon.getAttribute('class') ?? '')?.[1],
    );
    expect(signs).toEqual(['user-round-plus', 'user-round-minus', 'users-round']);
  });

  it('Joins and departures tell people of the same first name apart, and name those without one by id', () => {
    const [line] = said(
      joined(at(22, 9), 'Paul', 'Martin'),
      left(at(22, 9), 'Paul', 'Nguyen'),
      joined(at(22, 9), '', ''),
    );
    expect(line).toContain('Paul M.');
    expect(line).toContain('Paul N. l’a quitté');
    const nameless = { ...joined(at(22, 9), '', ''), user: { _id: '018f0123', firstName: '', lastName: '' } };
    expect(said(nameless)).toEqual(["Aujourd'hui · 018f0 a rejoint le workspace"]);
  });

  it('Joins and departures tell people apart from the authors on screen', async () => {
    const wrote = message(karim, at(22, 9), 'un', {
      sender: { _id: karim, firstName: 'Karim', lastName: 'Benali', avatar: null },
    });
    await show([wrote], [], {}, { moves: [left(at(22, 10), 'Karim', 'Diaz')] });
    expect(lines()).toEqual(['Karim D. a quitté le workspace']);
  });

  it('Joins and departures show the time on hover, in English too, and are not announced', async () => {
    await setLanguage('en');
    await show([message(karim, at(22, 9), 'un')], [], {}, { moves: [joined(at(22, 9, 5), 'Zoé')] });
    const line = screen.getByText('Zoé joined the workspace').closest('p');
    expect(line?.getAttribute('aria-live')).toBe('off');
    expect(line?.title).toBe('22 November 2026 at 09:05');
    await setLanguage('fr');
  });

  it('Joins and departures are hidden above the first loaded message while older ones exist, and below the last while newer ones do', async () => {
    const messages = [message(karim, at(22, 9), 'un'), message(karim, at(22, 11), 'deux')];
    const moves = [joined(at(22, 8), 'Avant'), joined(at(22, 10), 'Entre'), joined(at(22, 12), 'Après')];
    await show(messages, [], {}, { moves, hasOlder: true, hasNewer: true });
    expect(lines()).toEqual(['Entre a rejoint le workspace']);
  });

  it('Joins and departures show once where a device whose clock is late has a message on its way', async () => {
    const entry = { userId: camille, place: { channelId: 'c' }, state: 'waiting' as const, content: 'en route' };
    const pending = [{ ...entry, nonce: 'n', time: at(22, 8, 50) }];
    await show([message(karim, at(22, 9), 'un')], pending, {}, { moves: [joined(at(22, 8, 55), 'Avant')] });
    expect(lines()).toEqual(['Avant a rejoint le workspace']);
  });

  it('Joins and departures show above the first message once it is the first of all', async () => {
    const moves = [joined(at(22, 8), 'Avant')];
    await show([message(karim, at(22, 9), 'un')], [], {}, { moves });
    expect(lines()).toEqual(['Avant a rejoint le workspace']);
  });

  it('Joins and departures leave other rows unchanged, and add height where they stand', () => {
    const messages = [message(karim, at(22, 9), 'un'), message(karim, at(22, 11), 'deux')];
    const input = { messages, pending: [], userId: camille, readUpTo: null };
    const before = rowsOf(input);
    const moves = [joined(at(22, 10), 'Entre')];
    const after = rowsOf({ ...input, moves }, before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(rowsOf({ ...input, moves: [...moves] }, after)).toBe(after);
    const [old, grown] = [before, after].map(rows => estimateHeight(rows[1] as (typeof rows)[number], 900)) as [
      number,
      number,
    ];
    expect(grown).toBeGreaterThan(old + 20);
  });
});
