import { api } from '@palabre/common/contract/index.ts';
import { expect, messages, still as test } from '../support/test.ts';

const prose =
  'La charpente est posée depuis hier soir, le bardage arrive mardi matin avec les deux grues, et il reste encore à ' +
  'choisir la teinte des menuiseries avec la maîtrise d’ouvrage avant la réunion de vendredi prochain. ';

test('text is laid out to be read: lines of 90 characters, its own direction, large emoji, code that shows it goes on', async ({
  people,
}) => {
  const camille = await people.register('Camille', 'Moreau');
  const { welcome, path } = await people.workspace(camille, 'Atelier');
  const contents = [
    prose.repeat(3),
    `- ${prose}`,
    'שלום לכולם, המסמך מוכן',
    '🎉🎉',
    `\`\`\`\n${'const charpente = posée(); '.repeat(12)}\n\`\`\``,
    'un\ndeux',
    [' Lot |', '---|', ' Bardage |'].map(cell => `|${cell.repeat(30)}`).join('\n'),
  ];
  for (const content of contents) {
    await camille.client.ok(api.messages.send, { body: { channelId: welcome._id, content } });
  }
  const page = await people.open(camille, path, { viewport: { width: 1440, height: 900 } });
  await expect(messages(page)).toHaveCount(contents.length);

  // Loads the font first: the text would wrap differently in another one.
  await page.evaluate(() => document.fonts.load('15px "Atkinson Hyperlegible Next Variable"'));

  /** Returns the visual lines of a message's text. */
  const lines = (index: number, selector: string) =>
    messages(page)
      .nth(index)
      .locator(selector)
      .first()
      .evaluate(block => {
        const found: { top: number; text: string }[] = [];
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { top, width } = range.getBoundingClientRect();
            const last = found.at(-1);
            if (width === 0) continue;
            if (last && Math.abs(last.top - top) < 4) last.text += range.toString();
            else found.push({ top, text: range.toString() });
          }
        }
        return found.map(line => line.text.trim());
      });
  for (const [index, selector] of [
    [0, 'p'],
    [1, 'li'],
  ] as const) {
    const lengths = (await lines(index, selector)).map(line => line.length);
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(90);
    expect(Math.max(...lengths)).toBeGreaterThan(75);
  }
  expect(await lines(5, 'p')).toEqual(['un', 'deux']);

  const hebrew = messages(page).nth(2).locator('p');
  expect(await hebrew.evaluate(block => getComputedStyle(block).direction)).toBe('rtl');
  const size = (index: number) =>
    messages(page)
      .nth(index)
      .locator('p')
      .evaluate(block => Number.parseFloat(getComputedStyle(block).fontSize));
  expect(await size(3)).toBeGreaterThanOrEqual(2 * (await size(5)));

  const code = messages(page).nth(4).locator('pre');
  expect(await code.evaluate(block => block.scrollWidth > block.clientWidth)).toBe(true);
  await messages(page).nth(4).focus();
  await expect(page.getByRole('region', { name: 'Bloc de code' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await expect(page.getByRole('region', { name: 'Bloc de code' })).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.evaluate(block => block.scrollLeft)).toBeGreaterThan(0);

  // A table wider than the page scrolls too.
  const wide = page.getByRole('region', { name: 'Tableau' });
  await messages(page).nth(6).focus();
  await expect(wide.getByRole('table')).toBeVisible();
  // No word of the table wraps.
  const cells = await wide.getByRole('cell').evaluateAll(all =>
    all.map(cell => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getClientRects().length;
    }),
  );
  expect(new Set(cells)).toEqual(new Set([1]));
  await page.keyboard.press('Tab');
  await expect(wide).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => wide.evaluate(block => block.scrollLeft)).toBeGreaterThan(0);
});
