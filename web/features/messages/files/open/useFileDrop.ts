import { type RefObject, useEffect, useRef, useState } from 'react';

/** Browsers tell several times a second that something is dragged over the page, and not that it no longer is. */
const overFor = 500;

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes the files that are dropped on the pane around an element; dropped beside it, they do not make the browser leave
 * the page.
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
      timer = setTimeout(leave, overFor);
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
