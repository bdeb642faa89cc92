import {
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { copyAndSay } from '../../../../ui/alerts/copy.ts';
import { cx } from '../../../../ui/cx.ts';
import { colourCode } from '../code.ts';
import { isFewEmoji } from '../emoji.ts';
import { type Blank, blanksIn, fillIn, withSigns } from '../filling.ts';
import blocks from '../TextBlocks.module.css';
import media from '../TextMedia.module.css';
import s from './MessageText.module.css';
import type { MentionNames } from './mentions.ts';
import { TextWorldContext } from './text-world.ts';

type Render = (content: string) => DocumentFragment;

let render: Render | null = null;
let loading: Promise<Render> | null = null;

/**
 * Loads the markdown renderer, once; messages show as plain text until then.
 * The text feature is the rendering of messages: markdown, mentions, emoji, links to messages, GIF and videos.
 */
export function loadMarkdown(): Promise<Render> {
  loading ??= pressed(() => import('../markdown.ts')).then(module => {
    render = module.renderMarkdown;
    return render;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

function useMarkdown(): Render | null {
  const [ready, setReady] = useState(() => render);
  useEffect(() => {
    if (ready) return;
    loadMarkdown()
      .then(loaded => setReady(() => loaded))
      .catch((cause: unknown) => logFailure('Markdown cannot be shown', cause));
  }, [ready]);
  return ready;
}

/** Makes blocks that scroll focusable and named, as some browsers do not. */
function watchWidth(blocks: Iterable<HTMLElement>, nameOf: (block: Element) => string): () => void {
  const seen = [...blocks];
  if (seen.length === 0 || typeof ResizeObserver === 'undefined') return () => {};
  const observer = new ResizeObserver(sizes => {
    for (const { target } of sizes) {
      const scrolls = target.scrollWidth > target.clientWidth;
      describe(target, {
        tabindex: scrolls ? '0' : null,
        role: scrolls ? 'region' : null,
        'aria-label': scrolls ? nameOf(target) : null,
      });
    }
  });
  for (const block of seen) observer.observe(block);
  return () => observer.disconnect();
}

function describe(element: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Names the button that unfolds a long block of code, or folds it again. */
function sayLines(unfold: HTMLElement, t: ReturnType<typeof useTranslation<'messages'>>['t']): void {
  const isFolded = unfold.getAttribute('aria-expanded') === 'false';
  unfold.textContent = isFolded ? t('listing.unfold', { count: Number(unfold.dataset.lines) }) : t('listing.fold');
}

/** Selector of the elements that Tab reaches in a message. */
const reached = 'a, button, .spoiler:not(.media)';

interface MessageTextProps {
  content: string;
  names: MentionNames;
  /** Whether Tab reaches the links and spoilers: only in the focused message. */
  reachable: boolean;
}

/** Shows the text of a message. */
export function MessageText({ content, names, reachable }: MessageTextProps) {
  const { t } = useTranslation('messages');
  const markdown = useMarkdown();
  const place = useRef<HTMLDivElement>(null);
  const blanks = useRef<Blank[]>([]);
  const world = use(TextWorldContext);

  useLayoutEffect(() => {
    if (!place.current || !markdown) return;
    place.current.replaceChildren(markdown(content));
    for (const spoiler of place.current.querySelectorAll('.spoiler:not(.media)')) {
      describe(spoiler, { 'aria-label': t('hidden') });
    }
    for (const play of place.current.querySelectorAll('.play')) describe(play, { 'aria-label': t('play') });
    for (const copy of place.current.querySelectorAll('.copy')) {
      copy.textContent = t('listing.copy');
      describe(copy, { 'aria-label': t('listing.copyCode') });
    }
    for (const unfold of place.current.querySelectorAll<HTMLElement>('.unfold')) sayLines(unfold, t);
    blanks.current = blanksIn(place.current);
    colourCode(place.current);
  }, [content, markdown, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other names to fill in.
  useLayoutEffect(() => fillIn(blanks.current, names, world), [content, markdown, t, names, world]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has new links, and so have names.
  useLayoutEffect(() => {
    for (const target of place.current?.querySelectorAll<HTMLElement>(reached) ?? []) {
      target.tabIndex = reachable ? 0 : -1;
    }
  }, [content, markdown, t, names, world, reachable]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has new blocks of code, and tables.
  useLayoutEffect(() => {
    const nameOf = (block: Element) => t(block.nodeName === 'PRE' ? 'code' : 'table');
    return watchWidth(place.current?.querySelectorAll<HTMLElement>('pre, .table') ?? [], nameOf);
  }, [content, markdown, t]);

  const press = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const video = target?.closest('.play')?.closest('.video');
    if (video) {
      // Already loaded, as it rendered the video's button.
      import('../markdown.ts')
        .then(({ playVideo }) => playVideo(video, t('video')))
        .catch((cause: unknown) => logFailure('The video cannot be shown', cause));
      return;
    }
    const listing = target?.closest('.copy, .unfold')?.parentElement;
    if (listing && target?.closest('.copy')) {
      void copyAndSay(listing.querySelector('pre')?.textContent?.trimEnd() ?? '', t('listing.copied'));
      return;
    }
    const unfold = listing?.querySelector<HTMLElement>('.unfold');
    if (unfold) {
      describe(unfold, { 'aria-expanded': String(!listing?.classList.toggle('folded')) });
      sayLines(unfold, t);
      return;
    }
    const reveal = target?.closest('.reveal');
    if (reveal) {
      describe(reveal, { 'aria-expanded': String(reveal.parentElement?.classList.toggle('shown')) });
      return;
    }
    toggle(event);
    const link = target?.closest('a');
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Navigates within the page for its own addresses.
    if (!world.open || link.origin !== window.location.origin || !/^\/(workspace|conversation)\//.test(link.pathname))
      return;
    event.preventDefault();
    world.open(link.pathname + link.search);
  };

  const toggle = (event: MouseEvent | ReactKeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const spoiler = target?.closest('.spoiler:not(.media)');
    // In a revealed spoiler, a link works as a link.
    if (!spoiler || (spoiler.classList.contains('shown') && target?.closest('a'))) return;
    const shown = spoiler.classList.toggle('shown');
    // A link in a hidden spoiler must not open.
    if (target?.closest('a')) event.preventDefault();
    // Screen readers reach nothing inside a button.
    const opens = shown && spoiler.querySelector('a') !== null;
    describe(spoiler, {
      role: opens ? 'group' : 'button',
      'aria-expanded': opens ? null : String(shown),
      'aria-label': shown ? null : t('hidden'),
    });
  };

  if (!markdown) {
    return (
      <div className={s.text} dir="auto">
        {content}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the spoilers inside are the buttons; they come with the text.
    <div
      key="markdown"
      ref={place}
      className={cx(s.markdown, blocks.text, media.text)}
      data-large={isFewEmoji(withSigns(content, world)) || undefined}
      onClick={press}
      onKeyDown={event => {
        const onSpoiler = event.target instanceof Element && event.target.matches('.spoiler:not(.media)');
        if (!onSpoiler || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        toggle(event);
      }}
    />
  );
}
