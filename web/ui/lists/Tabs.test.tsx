// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

afterEach(cleanup);

function Both() {
  const [value, setValue] = useState('one');
  const tabs = ['one', 'two'].map(name => ({ value: name, label: name, content: `Content of ${name}` }));
  return <Tabs label="Both" tabs={tabs} value={value} onChange={setValue} />;
}

test('A tab that was pressed has no ring until a key is pressed in it', async () => {
  const user = userEvent.setup();
  render(<Both />);
  const [one, two] = screen.getAllByRole('tab') as [HTMLElement, HTMLElement];
  // One content at a time.
  const contents = () => ['one', 'two'].filter(name => screen.queryByText(`Content of ${name}`));
  expect(contents()).toEqual(['one']);
  await user.click(two);
  expect(contents()).toEqual(['two']);
  expect(two.hasAttribute('data-pressed')).toBe(true);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(one);
  expect([one, two].filter(tab => tab.hasAttribute('data-pressed'))).toEqual([]);
});

test('A tab says how many it holds, none too, and comes whole into view as it is pressed', () => {
  const brought: unknown[] = [];
  const scroll = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element) {
    brought.push(this.textContent);
  };
  const tabs = [undefined, 0, 10_000].map((count, n) => ({
    value: `${n}`,
    label: `Liste ${n}`,
    content: `${n}`,
    count,
  }));
  render(<Tabs label="Listes" tabs={tabs} value="0" onChange={() => {}} />);
  const list = screen.getByRole('tablist', { name: 'Listes' });
  const shown = within(list).getAllByRole('tab');
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Liste 0', 'Liste 10', 'Liste 29\u202f999+']);
  fireEvent.click(shown[1] as HTMLElement);
  expect(brought).toEqual(['Liste 10']);
  Element.prototype.scrollIntoView = scroll;
});

test('A tab that asks before it opens opens by Enter, and not as it gets the focus', async () => {
  const opened: string[] = [];
  const tabs = ['one', 'two'].map(value => ({ value, label: value, content: value }));
  const show = (asks: boolean) =>
    render(<Tabs label="Both" tabs={tabs} value="one" onChange={value => opened.push(value)} asks={asks} />);
  const next = async () => {
    screen.getByRole('tab', { name: 'one' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('two');
  };
  show(true);
  await next();
  expect(opened).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['two']);
  cleanup();
  show(false);
  await next();
  expect(opened).toEqual(['two', 'two']);
});
