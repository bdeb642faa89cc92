// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recentEmoji } from '../../../../workspaces/emoji/open/recent.ts';
import { eachInPlace, show, userId } from '../test/world.tsx';
import { nameClosedAt } from './emoji-typed.ts';
import { CompletionList } from './useCompletion.ts';

describe('The name of an emoji', () => {
  it.each([
    [':tada:', { name: 'tada', from: 0 }],
    ['ok :tada:', { name: 'tada', from: 3 }],
    [':woman_in_motorized_wheelchair:', { name: 'woman_in_motorized_wheelchair', from: 0 }],
    [':tada::+1:', { name: '+1', from: 6 }],
    ['il est 10:30:', null],
    ['std::name:', null],
    ['::', null],
    ['`:tada:', null],
    ['`a` :tada:', { name: 'tada', from: 4 }],
    ['`\n:tada:', { name: 'tada', from: 2 }],
    ['```\n:tada:', null],
    ['```\n```\n:tada:', { name: 'tada', from: 8 }],
  ])('The name of an emoji that is closed in %j: %j', (text, closed) =>
    expect(nameClosedAt(text, text.length)).toEqual(closed),
  );
});

/** Names looked up, their workspaces, and the promise of the result. */
const looked = vi.hoisted(() => ({
  names: [] as string[],
  /** Workspaces whose own emoji were looked at. */
  of: new Set<string | undefined>(),
  found: Promise.resolve(),
}));
vi.mock('../../../../workspaces/emoji/open/find-emoji.ts', () => ({
  findEmoji: async (_client: unknown, query: string, _atMost: number, workspaceId?: string) => {
    looked.of.add(workspaceId);
    return query.startsWith('ti')
      ? [
          { text: ':tilleul:', name: 'tilleul', url: '/api/emoji/tilleul' },
          { text: '🐯', name: 'tigre' },
        ]
      : [];
  },
  emojiNamed: async (_client: unknown, name: string, workspaceId?: string) => {
    looked.names.push(name);
    looked.of.add(workspaceId);
    await looked.found;
    return name === 'tada' ? '🎉' : null;
  },
}));

describe('An emoji’s name in the field', () => {
  eachInPlace();
  beforeAll(() => Promise.all([import('../../../../workspaces/emoji/open/find-emoji.ts'), CompletionList.fetch()]));

  it('An emoji’s name in the field that is begun proposes those of the workspace by their picture, and all others', async () => {
    const { user, field } = show(null, undefined, { workspaceId: 'atelier' });
    looked.of.clear();
    await user.type(field, 'Au :ti');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([':tilleul:', '🐯:tigre:']);
    expect(options.map(one => one.querySelector('img')?.getAttribute('src'))).toEqual([
      ...['/api/emoji/tilleul', undefined],
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('Au 🐯 ');
    await user.type(field, ':ti');
    await screen.findAllByRole('option');
    await user.keyboard('{Enter}');
    expect(field.value).toBe('Au 🐯 :tilleul: ');
    await user.type(field, ':tada:');
    await waitFor(() => expect(field.value).toBe('Au 🐯 :tilleul: 🎉'));
    expect([...looked.of]).toEqual(['atelier']);
  });

  it('An emoji’s name in the field becomes the emoji at its second colon, and is among the recent ones; another name stays', async () => {
    const { user, field } = show();
    await user.type(field, 'Bravo :tada:');
    await waitFor(() => expect(field.value).toBe('Bravo 🎉'));
    expect(recentEmoji(userId, 1, new Set())).toEqual(['🎉']);
    await user.type(field, ' :inconnu:');
    await waitFor(() => expect(looked.names).toContain('inconnu'));
    expect(field.value).toBe('Bravo 🎉 :inconnu:');
  });

  it('An emoji’s name in the field becomes the emoji before what is typed meanwhile, where the caret stays; not once it has changed, or the field is left', async () => {
    let find = () => {};
    const held = () => {
      looked.found = new Promise(done => {
        find = done;
      });
    };
    const { user, field } = show();
    held();
    await user.type(field, ':tada: bravo');
    find();
    await waitFor(() => expect(field.value).toBe('🎉 bravo'));
    expect(field.selectionStart).toBe(field.value.length);
    await user.clear(field);
    held();
    looked.names = [];
    await user.type(field, ':tada:');
    await waitFor(() => expect(looked.names).toEqual(['tada']));
    await user.keyboard('{Backspace}');
    find();
    await looked.found;
    await Promise.resolve();
    expect(field.value).toBe(':tada');
    // Nor does it take the focus back from another element.
    await user.clear(field);
    held();
    await user.type(field, ':tada:');
    await waitFor(() => expect(looked.names).toHaveLength(2));
    act(() => field.blur());
    find();
    await looked.found;
    await new Promise(done => setTimeout(done));
    expect([field.value, document.activeElement]).toEqual([':tada:', document.body]);
  });

  it('An emoji’s name in the field that is closed by deleting stays as it is, as one whose emoji is undone', async () => {
    const { user, field } = show();
    looked.names = [];
    await user.type(field, ':inconnu:x{Backspace}');
    expect(field.value).toBe(':inconnu:');
    await waitFor(() => expect(looked.names).toEqual(['inconnu']));
    fireEvent.input(field, { target: { value: ':inconnu: :inconnu:' }, inputType: 'historyUndo' });
    await Promise.resolve();
    expect(looked.names).toEqual(['inconnu']);
  });
});
