// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

function Both() {
  const [value, setValue] = useState('one');
  const tabs = ['one', 'two'].map(name => ({ value: name, label: name, content: `Content of ${name}` }));
  return <Tabs label="Both" tabs={tabs} value={value} onChange={setValue} />;
}

test('A tab that was pressed has no ring until a key is pressed in it', async () => {
  const user = userEvent.setup();
  render(<Both />);
  const [one, two] = screen.getAllByRole('tab') as [HTMLElement, HTMLElement];
  await user.click(two);
  expect(screen.getByText('Content of two')).toBeDefined();
  expect(two.hasAttribute('data-pressed')).toBe(true);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(one);
  expect([one, two].filter(tab => tab.hasAttribute('data-pressed'))).toEqual([]);
});
