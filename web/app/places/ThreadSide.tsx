import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import { useTight } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { rememberFocus } from '../../ui/motion/focus.ts';
import { threadWidths, useShell } from '../frame/shell.store.ts';
import s from './ThreadSide.module.css';

/** Pixels by which an arrow key widens or narrows the thread. */
const stepPx = 24;

/** Edge of the thread, which a pointer drags and arrow keys move. */
function Edge() {
  const { t } = useTranslation('shell');
  const { threadWidth, setThreadWidth } = useShell();
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const right = currentTarget.parentElement?.getBoundingClientRect().right;
    if (right !== undefined && currentTarget.hasPointerCapture(pointerId)) setThreadWidth(right - clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: stepPx, ArrowRight: -stepPx }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setThreadWidth(threadWidth + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a draggable separator is no thematic break.
    <div
      className={s.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('threadWidth')}
      aria-valuemin={threadWidths.least}
      aria-valuemax={threadWidths.most}
      aria-valuenow={threadWidth}
      tabIndex={0}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setThreadWidth(threadWidths.usual)}
      onKeyDown={press}
    />
  );
}

/**
 * Restores focus, as the thread closes, to the element that opened it. A thread that a finger opened over its place
 * takes the focus itself; otherwise its field does.
 */
function useFocusOf(side: RefObject<HTMLElement | null>, isOver: boolean): void {
  const [giveBack] = useState(rememberFocus);
  // The elements are removed after this, and the focus with them.
  useLayoutEffect(() => () => queueMicrotask(giveBack), [giveBack]);
  useEffect(() => {
    if (isOver && !window.matchMedia?.('(hover: hover)').matches) side.current?.focus({ preventScroll: true });
  }, [side, isOver]);
}

/** Side of a place that holds a thread; it covers the place on screens too narrow for both. */
export function ThreadSide({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const isOver = useTight();
  const width = useShell(state => state.threadWidth);
  const side = useRef<HTMLElement>(null);
  useFocusOf(side, isOver);
  return (
    <aside
      ref={side}
      className={s.side}
      tabIndex={-1}
      data-over={isOver || undefined}
      data-gives-focus-back
      style={isOver ? undefined : { width }}
      aria-label={t('thread')}
    >
      {!isOver && <Edge />}
      <Suspense fallback={<ListSkeleton />}>{children}</Suspense>
    </aside>
  );
}
