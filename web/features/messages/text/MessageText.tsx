import {
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '../../../platform/log.ts';
import s from './MessageText.module.css';
import type { MentionNames } from './mentions.ts';

type Render = (content: string, names: MentionNames) => string;

let render: Render | null = null;
let loading: Promise<Render> | null = null;

/** Fetches what shows markdown, once; messages are plain text until it is there. */
export function loadMarkdown(): Promise<Render> {
  loading ??= import('./markdown.ts').then(module => {
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

interface MessageTextProps {
  content: string;
  names: MentionNames;
  /** Whether Tab goes to the links and spoilers inside: only in the message that has the focus. */
  reachable: boolean;
}

/** What a message says. */
export function MessageText({ content, names, reachable }: MessageTextProps) {
  const { t } = useTranslation('messages');
  const markdown = useMarkdown();
  const place = useRef<HTMLDivElement>(null);
  const html = markdown?.(content, names);

  useLayoutEffect(() => {
    if (!place.current || html === undefined) return;
    place.current.innerHTML = html;
    for (const spoiler of place.current.querySelectorAll('.spoiler')) spoiler.setAttribute('aria-label', t('hidden'));
  }, [html, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has new links.
  useLayoutEffect(() => {
    for (const target of place.current?.querySelectorAll<HTMLElement>('a, .spoiler') ?? []) {
      target.tabIndex = reachable ? 0 : -1;
    }
  }, [html, reachable]);

  const toggle = (event: MouseEvent | ReactKeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const spoiler = target?.closest('.spoiler');
    if (!spoiler) return;
    const shown = spoiler.classList.toggle('shown');
    // A link under a spoiler must not open while it cannot be seen.
    if (shown && target?.closest('a')) event.preventDefault();
    spoiler.setAttribute('aria-expanded', String(shown));
    if (shown) spoiler.removeAttribute('aria-label');
    else spoiler.setAttribute('aria-label', t('hidden'));
  };

  if (html === undefined) return <div className={s.text}>{content}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the spoilers inside are the buttons; they come with the text.
    <div
      key="markdown"
      ref={place}
      className={s.markdown}
      onClick={toggle}
      onKeyDown={event => {
        const onSpoiler = event.target instanceof Element && event.target.matches('.spoiler');
        if (!onSpoiler || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        toggle(event);
      }}
    />
  );
}
