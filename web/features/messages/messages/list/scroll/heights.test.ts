import { describe, expect, it } from 'vitest';
import type { Row } from '../rows/rows.ts';
import { estimateHeight, Heights } from './heights.ts';

const row = (content: string, more: Partial<Row> = {}): Row =>
  ({
    ...{ kind: 'pending', entry: {}, key: content, senderId: 'a', content, time: '' },
    ...{ day: null, firstNew: false, header: false, replies: null, ...more },
  }) as Row;
const at = (content: string, width = 900) => estimateHeight(row(content), width);

describe('Estimated row heights', () => {
  it('Estimated row heights grow with text, lines and separators, and shrink with the width', () => {
    expect(at('a'.repeat(2_000))).toBeGreaterThan(10 * at('a'));
    expect(at('a'.repeat(2_000), 400)).toBeGreaterThan(at('a'.repeat(2_000)));
    expect(at('a\na\na')).toBeGreaterThan(2 * at('a'));
    expect(estimateHeight(row('a', { header: true, day: '2027-03-12', firstNew: true }), 900)).toBeGreaterThan(
      at('a') + 90,
    );
  });

  it('Estimated row heights include each line that stands above or below the text', () => {
    const message = { reactions: [], thread: null, copyOf: null, answers: null };
    const sent = (more: object, fields: Partial<Row> = {}) =>
      estimateHeight(
        row('a', { ...fields, kind: 'message', message: { ...message, ...more } } as unknown as Partial<Row>),
        900,
      );
    const bare = sent({});
    const moves = (earlier: number, ofDay: number) =>
      sent({}, { moves: { earlier: Array(earlier), ofDay: Array(ofDay) } } as unknown as Partial<Row>) - bare;
    const lines = {
      header: sent({}, { header: true }),
      day: sent({}, { day: '2027-03-12' }),
      beginning: sent({}, { begins: true }),
      newLine: sent({}, { firstNew: true }),
      replies: sent({}, { replies: 3 }),
      thread: sent({ thread: {} }),
      copied: sent({ copyOf: 'r' }),
      answered: sent({ replyTo: {} }),
    };
    for (const [name, height] of Object.entries(lines)) expect(height - bare, name).toBeGreaterThan(20);
    expect([moves(0, 0), moves(1, 0), moves(0, 2), moves(3, 1)]).toEqual([0, 27, 27, 54]);
  });

  it('Estimated row heights include the lines of reactions', () => {
    const withReactions = (count: number, width = 900) => {
      const reactions = Array.from({ length: count }, (_, n) => ({ reaction: `:e${n}:`, usersId: ['a'] }));
      return estimateHeight(row('a', { kind: 'message', message: { reactions } } as unknown as Partial<Row>), width);
    };
    expect(withReactions(0)).toBe(at('a'));
    expect(withReactions(1)).toBeGreaterThan(at('a') + 25);
    expect(withReactions(3)).toBe(withReactions(1));
    expect(withReactions(20, 390)).toBeGreaterThan(withReactions(20) + 60);
  });

  it('Estimated row heights count a line of code once whatever its length, and successive blank lines once', () => {
    const code = `\`\`\`\n${`${'a'.repeat(900)}\n`.repeat(20)}\`\`\``;
    expect(at(code)).toBeLessThan(20 * 25);
    expect(at(`a${'\n'.repeat(5_000)}b`)).toBeLessThan(100);
  });

  it('Estimated row heights include files: a picture in proportion, several as tiles, others stacked', () => {
    const picture = { id: 'a', name: 'a.png', type: 'image/png', size: 9, width: 1_200, height: 900 };
    const pdf = { ...picture, name: 'a.pdf', type: 'application/pdf', width: null, height: null };
    const withFiles = (files: unknown[], width = 900) =>
      estimateHeight(row('', { entry: { files } } as unknown as Partial<Row>), width) - at('', width);
    expect(withFiles([])).toBe(0);
    expect(withFiles([picture])).toBe(270 + 10);
    expect(withFiles([picture], 276)).toBe(135 + 10);
    expect(withFiles([{ ...picture, width: 300, height: 6_000 }])).toBe(300 + 10);
    expect(withFiles([picture, picture, picture])).toBe(160 + 10);
    expect(withFiles([picture, picture, picture], 276)).toBe(2 * 85.5 + 8 + 10);
    expect(withFiles([picture, pdf, pdf])).toBe(270 + 2 * (58 + 8) + 10);
  });

  it('Estimated row heights give way to the measured one, until row or width change', () => {
    const heights = new Heights();
    heights.setWidth(900);
    const one = row('a');
    heights.measured(one, 321);
    heights.setWidth(900);
    expect(heights.of(one)).toBe(321);
    expect(heights.of({ ...one })).toBe(at('a'));
    heights.setWidth(400);
    expect(heights.of(one)).toBe(at('a', 400));
  });
});
