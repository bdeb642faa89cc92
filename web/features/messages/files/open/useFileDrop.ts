import { type RefObject, useEffect, useRef, useState } from 'react';

/** Delay without a `dragover` event after which the drag has ended: browsers repeat the event, and signal no end. */
const dragEndDelayMs = 500;

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Receives files dropped on the pane around an element; a drop elsewhere does not navigate away.
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => setOver(false);
    const drag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(leave, dragEndDelayMs);
      setOver(true);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      leave();
      const pane = inside.current?.parentElement?.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (!pane || x < pane.left || x > pane.right || y < pane.top || y > pane.bottom) return;
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('drop', drop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragover', drag);
      window.removeEventListener('drop', drop);
    };
  }, [inside]);
  return over;
}
