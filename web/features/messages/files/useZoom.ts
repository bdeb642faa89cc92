import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { type RefObject, useEffect, useRef, useState } from 'react';

const scales = { least: 1, doubleClick: 2.5, most: 8 };
/** Zoom step of a key or a button, as the exponent of e. */
const step = 0.5;

/** Zoom of a picture: its scale, and the functions that change it. */
export interface Zoom {
  scale: number;
  isClosest: boolean;
  closer(): void;
  further(): void;
  /** Shows the picture whole again. */
  reset(): void;
  /** Brings the pressed point of the picture closer, or shows it whole again. */
  toggle(at: { clientX: number; clientY: number }): void;
}

/**
 * Zooms a picture by wheel, by pinch, and by the returned functions; a zoomed picture is dragged.
 * @param shown key of the picture; a new key begins with the whole picture
 */
export function useZoom(picture: RefObject<HTMLElement | null>, shown: string): Zoom {
  const panzoom = useRef<PanzoomObject | null>(null);
  const [scale, setScale] = useState<number>(scales.least);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another element.
  useEffect(() => {
    const element = picture.current;
    const stage = element?.parentElement;
    if (!element || !stage) return;
    const made = Panzoom(element, {
      minScale: scales.least,
      maxScale: scales.most,
      panOnlyWhenZoomed: true,
      step,
      cursor: '',
      // A whole picture leaves presses to swipes.
      handleStartEvent: event => {
        if (made.getScale() > scales.least) event.preventDefault();
      },
    });
    panzoom.current = made;
    setScale(scales.least);
    const note = () => {
      setScale(made.getScale());
      // A whole picture is centred.
      if (made.getScale() === scales.least && (made.getPan().x !== 0 || made.getPan().y !== 0)) made.reset();
    };
    element.addEventListener('panzoomchange', note);
    stage.addEventListener('wheel', made.zoomWithWheel, { passive: false });
    return () => {
      element.removeEventListener('panzoomchange', note);
      stage.removeEventListener('wheel', made.zoomWithWheel);
      made.destroy();
      panzoom.current = null;
    };
  }, [shown]);

  return {
    scale,
    isClosest: scale >= scales.most,
    closer: () => void panzoom.current?.zoomIn(),
    further: () => void panzoom.current?.zoomOut(),
    reset: () => void panzoom.current?.reset(),
    toggle: at => {
      if (scale > scales.least) panzoom.current?.reset();
      else panzoom.current?.zoomToPoint(scales.doubleClick, at, { animate: true });
    },
  };
}
