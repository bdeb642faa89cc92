// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '../../../platform/words/i18n.ts';
import { loadMarkdown, MessageText } from './open/MessageText.tsx';
import { TextWorldContext } from './open/text-world.ts';

const camille = '018f0000-0000-7000-8000-000000000001';
const role = '018f0000-0000-7000-8000-00000000000a';
const names = new Map([
  [camille, 'Camille <b>Moreau</b>'],
  [role, 'Conduite'],
]);

beforeAll(async () => {
  await loadMarkdown();
});
afterEach(cleanup);

const mentions = () => [...document.querySelectorAll('.mention')].map(node => node.textContent);

describe('The text of a message', () => {
  it('The text of a message shows mentions as names, as plain text, and follows renames', () => {
    const content = `<@${camille}> <@&${role}> <@018f0000-0000-7000-8000-000000000002> <@everyone>`;
    const { rerender } = render(<MessageText content={content} names={names} reachable={false} />);
    expect(mentions()).toEqual(['@Camille <b>Moreau</b>', '@Conduite', '@utilisateur', '@tous']);
    rerender(<MessageText content={content} names={new Map([[camille, 'Camille Aubry']])} reachable={false} />);
    expect(mentions()[0]).toBe('@Camille Aubry');
    rerender(<MessageText content={`<@${camille}>`} names={names} reachable={false} />);
    expect(mentions()).toEqual(['@Camille <b>Moreau</b>']);
  });

  it('The text of a message reveals a spoiler and hides it again, by click or key', async () => {
    const user = userEvent.setup();
    render(<MessageText content="||secret||" names={names} reachable />);
    const spoiler = screen.getByRole('button', { name: 'Contenu masqué, afficher' });
    await user.click(spoiler);
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Contenu masqué, afficher' })).toBeNull();
    spoiler.focus();
    await user.keyboard('{Enter}');
    expect(spoiler.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard(' ');
    expect(spoiler.getAttribute('aria-expanded')).toBe('true');
    // The page must not scroll; other keys are left to it.
    expect(['Enter', ' ', 'a'].map(key => fireEvent.keyDown(spoiler, { key }))).toEqual([false, false, true]);
  });

  it('The text of a message reveals a link in a spoiler before opening it', async () => {
    const user = userEvent.setup();
    const followed: boolean[] = [];
    const hear = (event: Event) => {
      followed.push(!event.defaultPrevented);
      event.preventDefault();
    };
    document.addEventListener('click', hear);
    render(<MessageText content="||https://a.b/c||" names={names} reachable />);
    const link = document.querySelector('a')!;
    await user.click(link);
    await user.click(link);
    document.removeEventListener('click', hear);
    expect(followed).toEqual([false, true]);
    expect(screen.getByRole('link').closest('.spoiler')?.getAttribute('role')).toBe('group');
  });

  it('The text of a message opens a link into Palabre in the page; others, and presses with a key held, are the browser’s', () => {
    const opened: string[] = [];
    const world = {
      emoji: new Map(),
      channelPath: () => null,
      sign: () => '',
      open: (path: string) => opened.push(path),
    };
    const here = `${window.location.origin}/workspace/a/channel/b?message=c`;
    render(
      <TextWorldContext value={world as never}>
        <MessageText
          content={`${here} ${window.location.origin}/api/file/1 https://a.b/workspace/c`}
          names={names}
          reachable
        />
      </TextWorldContext>,
    );
    const links = [...document.querySelectorAll('a')];
    expect(links).toHaveLength(3);
    const stop = (event: Event) => event.preventDefault();
    const followed: boolean[] = [];
    const hear = (event: Event) => {
      followed.push(!event.defaultPrevented);
      stop(event);
    };
    document.addEventListener('click', hear);
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, {}])
      fireEvent.click(links[0] as Element, held);
    for (const link of links.slice(1)) fireEvent.click(link);
    document.removeEventListener('click', hear);
    expect(followed).toEqual([true, true, true, false, true, true]);
    expect(opened).toEqual(['/workspace/a/channel/b?message=c']);
  });

  it('The text of a message is large when it is a few emoji', () => {
    const { container } = render(<MessageText content="🎉🎉" names={names} reachable={false} />);
    expect(container.querySelector('[data-large]')?.textContent?.trim()).toBe('🎉🎉');
  });

  it('The text of a message names the language of its code, copies it, and folds it beyond twenty lines', async () => {
    const user = userEvent.setup();
    const block = (lines: number) => `\`\`\`ts\n${'ligne\n'.repeat(lines)}\`\`\``;
    const { rerender } = render(<MessageText content={block(20)} names={names} reachable />);
    expect(screen.getByText('TypeScript')).toBeDefined();
    expect(screen.queryByRole('button', { name: /lignes/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copier le code' }));
    expect(await navigator.clipboard.readText()).toBe(Array(20).fill('ligne').join('\n'));
    rerender(<MessageText content={block(1_200)} names={names} reachable />);
    const unfold = screen.getByRole('button', { name: 'Afficher les 1\u202f200 lignes' });
    expect(unfold.closest('.folded')).not.toBeNull();
    await user.click(unfold);
    expect(screen.getByRole('button', { name: 'Replier', expanded: true }).closest('.folded')).toBeNull();
  });
});
