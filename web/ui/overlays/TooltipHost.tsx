import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../marks/Kbd.tsx';
import s from './Tooltip.module.css';
import type { TooltipSide } from './Tooltip.tsx';

/** Delay before a tooltip shows; there is none within `recentMs` after another tooltip. */
const delayMs = 400;
const recentMs = 250;
/** Pixels: `gap` from the explained element, `margin` from the window's edges. */
const gap = 6;
const margin = 8;

interface Box {
  left: number;
  top: number;
}

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

function beside(target: DOMRect, own: { width: number; height: number }, side: TooltipSide): Box {
  const middle = {
    left: target.left + (target.width - own.width) / 2,
    top: target.top + (target.height - own.height) / 2,
  };
  if (side === 'top') return { left: middle.left, top: target.top - own.height - gap };
  if (side === 'bottom') return { left: middle.left, top: target.bottom + gap };
  if (side === 'left') return { left: target.left - own.width - gap, top: middle.top };
  return { left: target.right + gap, top: middle.top };
}

/** Positions the tooltip on the wanted side, or on the opposite side if it doesn't fit, always inside the window. */
function placed(target: DOMRect, own: { width: number; height: number }, side: TooltipSide): Box {
  const [right, bottom] = [window.innerWidth - own.width - margin, window.innerHeight - own.height - margin];
  const fits = ({ left, top }: Box) => left >= 0 && top >= 0 && left <= right + margin && top <= bottom + margin;
  const wanted = beside(target, own, side);
  const { left, top } = fits(wanted) ? wanted : beside(target, own, opposite[side]);
  return { left: Math.max(margin, Math.min(left, right)), top: Math.max(margin, Math.min(top, bottom)) };
}

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** Returns the element to explain: the hovered element, or the element with keyboard focus. */
function useExplained(): HTMLElement | null {
  const [explained, setExplained] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let left = 0;
    /** The clicked element: no tooltip while the pointer stays on it, since its menu may open in the same place. */
    let pressed: HTMLElement | null = null;
    const show = (element: HTMLElement | null) => {
      if (shown && !element) left = Date.now();
      shown = element;
      setExplained(element);
    };
    const hide = () => {
      clearTimeout(timer);
      if (shown) show(null);
    };
    const rest = (element: HTMLElement | null) => {
      if (element === shown && element) return;
      if (element !== pressed) pressed = null;
      const wait = shown || Date.now() - left < recentMs ? 0 : delayMs;
      hide();
      if (element && element !== pressed) timer = setTimeout(() => element.isConnected && show(element), wait);
    };
    const hear = <N extends keyof DocumentEventMap>(name: N, listener: (event: DocumentEventMap[N]) => void) =>
      document.addEventListener(name, listener, { signal: stop.signal, capture: true, passive: true });
    // Touch has no hover.
    hear('pointerover', event => event.pointerType !== 'touch' && rest(tipOf(event.target)));
    hear('focusin', event => {
      const tip = tipOf(event.target);
      if (tip?.matches(':focus-visible')) rest(tip);
    });
    hear('focusout', hide);
    hear('pointerdown', event => {
      pressed = tipOf(event.target);
      hide();
    });
    hear('scroll', hide);
    hear('keydown', event => event.key === 'Escape' && hide());
    hear('pointerleave', event => event.target === document.documentElement && hide());
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);
  return explained;
}

/** Renders the page's only tooltip. Mounted once. */
export function TooltipHost() {
  const explained = useExplained();
  const tip = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!explained) return;
    // The element may set its text only when it is hovered.
    const words = new MutationObserver(redraw);
    words.observe(explained, { attributeFilter: ['data-tip'] });
    return () => words.disconnect();
  }, [explained]);
  const label = explained?.dataset.tip;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size and position.
  useLayoutEffect(() => {
    if (!tip.current || !explained) return;
    const side = (explained.dataset.tipSide ?? 'top') as TooltipSide;
    const { left, top } = placed(explained.getBoundingClientRect(), tip.current.getBoundingClientRect(), side);
    tip.current.style.left = `${left}px`;
    tip.current.style.top = `${top}px`;
  }, [explained, label]);
  if (!explained?.isConnected) return null;
  const { tipKeys } = explained.dataset;
  return createPortal(
    // Hidden from screen readers, which read the same text as the element's name.
    <div ref={tip} className={s.tooltip} role="tooltip" aria-hidden="true">
      {label}
      {tipKeys && <Kbd keys={tipKeys} tone="inverse" />}
    </div>,
    document.body,
  );
}
