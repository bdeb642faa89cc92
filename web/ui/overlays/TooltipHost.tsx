import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../marks/Kbd.tsx';
import s from './Tooltip.module.css';
import type { TooltipSide } from './Tooltip.tsx';

/** Before a tooltip shows, in milliseconds; not at all when another has just been there. */
const delay = 400;
const justBefore = 250;
/** Pixels: from what it explains, and from the edges of the window. */
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

/** On the side asked for, on the other one when it does not fit there, and always inside the window. */
function placed(target: DOMRect, own: { width: number; height: number }, side: TooltipSide): Box {
  const [right, bottom] = [window.innerWidth - own.width - margin, window.innerHeight - own.height - margin];
  const fits = ({ left, top }: Box) => left >= 0 && top >= 0 && left <= right + margin && top <= bottom + margin;
  const wanted = beside(target, own, side);
  const { left, top } = fits(wanted) ? wanted : beside(target, own, opposite[side]);
  return { left: Math.max(margin, Math.min(left, right)), top: Math.max(margin, Math.min(top, bottom)) };
}

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** What a mouse rests on, or the keyboard is at: the one thing to explain. */
function useExplained(): HTMLElement | null {
  const [explained, setExplained] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let left = 0;
    /** What was pressed needs no more explaining while one is at it: what it opened may stand where the tooltip would. */
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
      const wait = shown || Date.now() - left < justBefore ? 0 : delay;
      hide();
      if (element && element !== pressed) timer = setTimeout(() => element.isConnected && show(element), wait);
    };
    const hear = <N extends keyof DocumentEventMap>(name: N, listener: (event: DocumentEventMap[N]) => void) =>
      document.addEventListener(name, listener, { signal: stop.signal, capture: true, passive: true });
    // A finger has no way to rest on something.
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

/** Draws the one tooltip there is at a time. Mounted once. */
export function TooltipHost() {
  const explained = useExplained();
  const tip = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!explained) return;
    // What it says may only be known once one looks.
    const words = new MutationObserver(redraw);
    words.observe(explained, { attributeFilter: ['data-tip'] });
    return () => words.disconnect();
  }, [explained]);
  const label = explained?.dataset.tip;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words take another place.
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
    // What it says is the name of what it explains already.
    <div ref={tip} className={s.tooltip} role="tooltip" aria-hidden="true">
      {label}
      {tipKeys && <Kbd keys={tipKeys} tone="inverse" />}
    </div>,
    document.body,
  );
}
