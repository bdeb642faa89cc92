import { type PointerEvent, useRef } from 'react';
import { useLayer } from './layers.ts';
import s from './Sheet.module.css';

/** Class of a layer's element that becomes a sheet under 640 px; its first child is a {@link SheetTop}. */
export const sheet = s.sheet;

/** Minimum distance and speed (pixels, and pixels per millisecond) of a drag that closes the sheet. */
const closing = { distance: 96, speed: 0.5 };

/** Top of a sheet: its grabber, which closes the sheet when dragged down. It also makes the sheet a layer of the page. */
export function SheetTop({ onClose }: { onClose: () => unknown }) {
  useLayer();
  const drag = useRef<{ layer: HTMLElement; from: number; since: number } | null>(null);
  const putBack = (layer: HTMLElement) => {
    layer.removeAttribute('data-dragged');
    layer.style.translate = '';
  };
  const end = async (event: PointerEvent, close: boolean) => {
    const { current } = drag;
    if (!current) return;
    drag.current = null;
    const { layer, from, since } = current;
    const distance = event.clientY - from;
    const isFast = distance > 0 && distance / Math.max(1, event.timeStamp - since) > closing.speed;
    if (close && (isFast || distance > Math.min(closing.distance, layer.offsetHeight / 3))) {
      await onClose();
      // A person with unsaved changes may have chosen to stay.
      if (layer.dataset.state !== 'open') return;
    }
    putBack(layer);
  };
  return (
    <div
      className={s.grabber}
      data-grabber
      aria-hidden="true"
      onPointerDown={event => {
        const layer = event.currentTarget.closest<HTMLElement>('[data-layer]');
        if (!layer || event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        layer.dataset.dragged = '';
        drag.current = { layer, from: event.clientY, since: event.timeStamp };
      }}
      onPointerMove={event => {
        const { current } = drag;
        if (current) current.layer.style.translate = `0 ${Math.max(0, event.clientY - current.from)}px`;
      }}
      onPointerUp={event => void end(event, true)}
      onPointerCancel={event => void end(event, false)}
    />
  );
}
