// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../../../../platform/words/i18n.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { TypingLine } from './TypingLine.tsx';
import { forgetWriter, noteWriter } from './typing.ts';

const place = { channelId: 'general', conversationId: null };
const writes = (userId: string, firstName: string, lastName: string) =>
  act(() => noteWriter({ ...place, userId, firstName, lastName }));

afterEach(() => {
  for (const id of ['karim', 'moreau', 'riou']) forgetWriter('general', id);
  endSession('logout');
  cleanup();
});

test('The typing line shows first names, and tells the same ones apart, the user’s own included', () => {
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  writes('moreau', 'Camille', 'Moreau');
  expect(screen.getByText('Camille écrit…')).toBeDefined();
  writes('riou', 'Camille', 'Riou');
  expect(screen.getByText('Camille M. et Camille R. écrivent…')).toBeDefined();
});

test('The typing line names once a person who writes on', () => {
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  for (let n = 0; n < 3; n += 1) writes('karim', 'Karim', 'Benali');
  expect(screen.getByText('Karim écrit…')).toBeDefined();
});

test('The typing line tells a writer apart from a user of the same name', () => {
  login('a.b.c', { _id: 'me', firstName: 'Camille', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  writes('moreau', 'Camille', 'Moreau');
  expect(screen.getByText('Camille M. écrit…')).toBeDefined();
});
