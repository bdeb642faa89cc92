// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
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
    const spoiler = screen.getByRole('link').closest('.spoiler') as HTMLElement;
    expect(spoiler.getAttribute('role')).toBe('group');
    await user.click(spoiler);
    expect(screen.getByRole('button', { name: 'Contenu masqué, afficher', expanded: false })).toBe(spoiler);
  });

  it('The text of a message opens no link into Palabre by the press that reveals its spoiler', () => {
    const open = vi.fn();
    const world = { emoji: new Map(), channelPath: () => null, sign: () => '', open };
    render(
      <TextWorldContext value={world}>
        <MessageText content={`||${window.location.origin}/workspace/a/channel/b||`} names={names} reachable />
      </TextWorldContext>,
    );
    const link = document.querySelector('a') as Element;
    fireEvent.click(link);
    expect(open).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(open.mock.calls).toEqual([['/workspace/a/channel/b']]);
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
    expect(screen.getByRole('button', { name: 'Copier le code' }).textContent).toBe('Copier');
    await user.click(screen.getByRole('button', { name: 'Copier le code' }));
    expect(await navigator.clipboard.readText()).toBe(Array(20).fill('ligne').join('\n'));
    await waitFor(() => expect(useAlerts.getState().alerts).toMatchObject([{ type: 'info', message: 'Code copié' }]));
    // One that is very long stays as it is.
    const long = `\`\`\`ts\nconst ${'a'.repeat(6_000)}\n\`\`\``;
    rerender(<MessageText content={`${long}\n\`\`\`ts\nconst a = 1;\n\`\`\``} names={names} reachable />);
    const keywords = () =>
      [...document.querySelectorAll('pre')].map(pre => pre.querySelector('.hljs-keyword')?.textContent);
    await waitFor(() => expect(keywords()).toEqual([undefined, 'const']));
    rerender(<MessageText content={block(21)} names={names} reachable />);
    expect(screen.getByRole('button', { name: 'Afficher les 21 lignes' })).toBeDefined();
    rerender(<MessageText content={block(1_200)} names={names} reachable />);
    const unfold = screen.getByRole('button', { name: 'Afficher les 1\u202f200 lignes' });
    expect(unfold.closest('.folded')).not.toBeNull();
    await user.click(unfold);
    expect(screen.getByRole('button', { name: 'Replier', expanded: true }).closest('.folded')).toBeNull();
  });

  it('The text of a message is reached by Tab in the focused message alone', () => {
    const content = '[ici](https://a.b) ||secret|| ||https://youtu.be/dQw4w9WgXcQ|| `x`\n```\ncode\n```';
    const stops = () =>
      [...document.querySelectorAll<HTMLElement>('a, button, .spoiler:not(.media)')].map(({ tabIndex }) => tabIndex);
    const { rerender } = render(<MessageText content={content} names={names} reachable={false} />);
    expect([stops().length, new Set(stops())]).toEqual([6, new Set([-1])]);
    rerender(<MessageText content={content} names={names} reachable />);
    expect(new Set(stops())).toEqual(new Set([0]));
  });

  it('The text of a message shows the workspace’s own emoji as pictures, large when few, until they are gone', () => {
    const world = (emoji: Map<string, string>) => ({ emoji, channelPath: () => null, sign: () => '' });
    const shown = (content: string, emoji: Map<string, string>) => (
      <TextWorldContext value={world(emoji)}>
        <MessageText content={content} names={names} reachable={false} />
      </TextWorldContext>
    );
    const own = new Map([['tilleul', '/api/file/t.png']]);
    const { container, rerender } = render(shown(':tilleul: :inconnu:', own));
    const picture = screen.getByRole('img', { name: ':tilleul:' });
    expect([picture.getAttribute('src'), container.textContent?.trim()]).toEqual(['/api/file/t.png', ':inconnu:']);
    // Its name is shown on hover.
    expect(picture.title).toBe(':tilleul:');
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['22', '22']);
    expect(container.querySelector('[data-large]')).toBeNull();
    rerender(shown(':tilleul: 🎉', own));
    expect(container.querySelector('[data-large] img')).not.toBeNull();
    rerender(shown(':tilleul: 🎉', new Map([['tilleul', '/api/file/autre.png']])));
    expect(screen.getByRole('img').getAttribute('src')).toBe('/api/file/autre.png');
    rerender(shown(':tilleul: 🎉', new Map()));
    expect([container.querySelector('img, [data-large]'), container.textContent?.trim()]).toEqual([
      null,
      ':tilleul: 🎉',
    ]);
  });

  it('The text of a message leads to a mentioned channel in its workspace, as soon as its name is known', () => {
    const channel = '018f0000-0000-7000-8000-0000000000c1';
    const world = (inside: boolean) => ({
      emoji: new Map(),
      channelPath: (id: string) => (inside ? `/workspace/a/channel/${id}` : null),
      sign: () => '',
    });
    const shown = (known: boolean, inside = true) => (
      <TextWorldContext value={world(inside)}>
        <MessageText content={`<#${channel}>`} names={known ? new Map([[channel, 'plans']]) : names} reachable />
      </TextWorldContext>
    );
    const { rerender } = render(shown(false));
    expect(mentions()).toEqual(['#salon-masqué']);
    expect(screen.queryByRole('link')).toBeNull();
    rerender(shown(true));
    const link = screen.getByRole('link', { name: '#plans' });
    expect([link.getAttribute('href'), link.tabIndex]).toEqual([`/workspace/a/channel/${channel}`, 0]);
    rerender(shown(true, false));
    expect([mentions(), screen.queryByRole('link')]).toEqual([['#plans'], null]);
  });

  it('The text of a message marks a mention of everyone apart from others', () => {
    render(<MessageText content={`<@everyone> <@${camille}>`} names={names} reachable={false} />);
    const marked = [...document.querySelectorAll('.mention')].map(node => node.hasAttribute('data-everyone'));
    expect(marked).toEqual([true, false]);
  });

  it('The text of a message loads a video’s player at a press of its button, without cookies, and gives it the focus', async () => {
    render(<MessageText content="https://youtu.be/dQw4w9WgXcQ" names={names} reachable />);
    fireEvent.click(screen.getByRole('button', { name: 'Lire la vidéo' }));
    const player = await screen.findByTitle<HTMLIFrameElement>('Vidéo YouTube');
    expect(player.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1');
    expect([player.allow, player.allowFullscreen]).toEqual([expect.stringMatching(/autoplay.*fullscreen/), true]);
    expect(player.referrerPolicy).toBe('strict-origin-when-cross-origin');
    expect(['width', 'height', 'frameborder'].map(name => player.getAttribute(name))).toEqual(['100%', '315', '0']);
    expect([document.activeElement, screen.queryByRole('button')]).toEqual([player, null]);
  });

  it('The text of a message covers hidden pictures and videos until the button SPOILER is pressed', () => {
    render(<MessageText content="||![Un chat](/api/gif/media?demo=ok-1)||" names={names} reachable />);
    const reveal = screen.getByRole('button', { name: 'SPOILER' });
    const state = () => [reveal.getAttribute('aria-expanded'), reveal.parentElement?.classList.contains('shown')];
    expect(state()).toEqual(['false', false]);
    fireEvent.click(reveal);
    expect(state()).toEqual(['true', true]);
    fireEvent.click(reveal);
    expect(state()).toEqual(['false', false]);
  });

  it('The text of a message colours code in a language that is known, and no long block, which would freeze the page', async () => {
    const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
    const content = [
      block('ts', 'const a = 1;'),
      block('klingon', 'const b'),
      block('ts', `const c = 1;${' '.repeat(6_000)}`),
      // Coloured after the others, if they are.
      block('ts', 'const d = 1;'),
    ];
    render(<MessageText content={content.join('\n\n')} names={names} reachable />);
    const spelled = () => [...document.querySelectorAll('.language')].map(one => one.textContent);
    expect(spelled()).toEqual(['TypeScript', 'Klingon', 'TypeScript', 'TypeScript']);
    const coloured = () => [...document.querySelectorAll('pre')].map(pre => pre.querySelector('span')?.textContent);
    await waitFor(() => expect(coloured()).toEqual(['const', undefined, undefined, 'const']));
    cleanup();
    // The same words have other colours in another language, however it is spelled.
    const words = 'let a = None';
    render(<MessageText content={['JS', 'Py'].map(name => block(name, words)).join('\n\n')} names={names} reachable />);
    await waitFor(() => expect(coloured()).toEqual(['let', 'None']));
    expect([...document.querySelectorAll('.language')].map(one => one.textContent)).toEqual(['JavaScript', 'Python']);
  });

  it('The text of a message names its code and tables, and lets them be reached, where they scroll', () => {
    let measure = (_width: number) => {};
    const observed: Element[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: (sizes: { target: object }[]) => void) {
          measure = scrollWidth =>
            tell(
              observed.map(target => ({
                target: Object.defineProperty(target, 'scrollWidth', { value: scrollWidth, configurable: true }),
              })),
            );
        }
        observe(target: Element): void {
          observed.push(Object.defineProperty(target, 'clientWidth', { value: 300, configurable: true }) as Element);
        }
        disconnect(): void {
          observed.length = 0;
        }
      },
    );
    const { unmount } = render(
      <MessageText content={'```\ncode\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |'} names={names} reachable />,
    );
    expect(screen.queryByRole('region')).toBeNull();
    measure(301);
    const regions = screen.getAllByRole('region');
    expect(regions.map(region => [region.getAttribute('aria-label'), region.tabIndex])).toEqual([
      ['Bloc de code', 0],
      ['Tableau', 0],
    ]);
    measure(300);
    expect(screen.queryByRole('region')).toBeNull();
    unmount();
    expect(observed).toEqual([]);
    vi.unstubAllGlobals();
  });
});
