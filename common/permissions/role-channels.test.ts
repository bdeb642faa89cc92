import { expect, test } from 'vitest';
import { opened } from './role-channels.ts';

const [neither, visible, writable, both] = [
  { visible: false, writable: false },
  { visible: true, writable: false },
  { visible: false, writable: true },
  { visible: true, writable: true },
];

test('Writing in a private channel brings seeing it', () => {
  expect(opened('private', writable, 'writable')).toEqual(both);
  expect(opened('private', visible, 'writable')).toEqual(visible);
});

test('Taking the sight of a private channel away takes the writing with it', () => {
  expect(opened('private', writable, 'visible')).toEqual(neither);
  expect(opened('private', both, 'visible')).toEqual(both);
});

test('Everyone sees the other channels: the two are chosen apart', () => {
  for (const visibility of ['public', 'protected'] as const) {
    expect(opened(visibility, writable, 'writable')).toEqual(writable);
    expect(opened(visibility, writable, 'visible')).toEqual(writable);
  }
});
