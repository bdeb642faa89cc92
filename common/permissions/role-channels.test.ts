import { expect, test } from 'vitest';
import { opened } from './role-channels.ts';

const [neither, visible, writable, both] = [
  { visible: false, writable: false },
  { visible: true, writable: false },
  { visible: false, writable: true },
  { visible: true, writable: true },
];

test('opened adds visible to a private channel made writable', () => {
  expect(opened('private', writable, 'writable')).toEqual(both);
  expect(opened('private', visible, 'writable')).toEqual(visible);
});

test('opened removes writable from a private channel made invisible', () => {
  expect(opened('private', writable, 'visible')).toEqual(neither);
  for (const kept of [both, visible]) expect(opened('private', kept, 'visible')).toEqual(kept);
});

test('opened leaves both choices as they are for a channel that is not private', () => {
  for (const visibility of ['public', 'protected'] as const) {
    expect(opened(visibility, writable, 'writable')).toEqual(writable);
    expect(opened(visibility, writable, 'visible')).toEqual(writable);
  }
});
