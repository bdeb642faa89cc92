import type { Page } from '@playwright/test';

/** Half of the least side of a touch target, less a pixel for rounded positions. */
const reach = 21;

/**
 * Lists the controls on screen that a finger misses 21 px away from their middle: controls that are too small, or whose
 * neighbour covers their edge; each with its box, and with the element hit in its place.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(radius => {
    const small: string[] = [];
    /** Tells whether a point beside a control lies beyond the edge of its scroller. */
    const isScrolledAway = (control: Element, x: number, y: number): boolean => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isBeyond = x < left || x > right || y < top || y > bottom;
        const isLonger = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
        if (isBeyond && isLonger && /auto|scroll/.test(getComputedStyle(box).overflow)) return true;
      }
      return false;
    };
    const controls = 'a[href], button, [role=tab], [role^=menuitem], [role=option], [role=switch], input, textarea';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const shown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!shown || control.matches(':disabled') || control.closest('[aria-hidden="true"], [inert]')) continue;
      // Words within a text have the text's own height; an author's name opens what the face beside it opens.
      const isWord = getComputedStyle(control).display === 'inline' && control.closest('article, p, [role=menu]');
      if (isWord || control.matches('[data-profile]')) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      let isCovered = false;
      const missed: string[] = [];
      for (const [right, down] of [
        [0, 0],
        [-radius, 0],
        [radius, 0],
        [0, -radius],
        [0, radius],
      ] as const) {
        const at = document.elementFromPoint(middle + right, centre + down);
        const labels = 'labels' in control ? [...((control.labels ?? []) as Iterable<Element>)] : [];
        const isHit = [control, ...labels].some(one => one.contains(at));
        // A covered control, or a control scrolled away, is pressed by nobody.
        if (right === 0 && down === 0) isCovered = !isHit;
        if (at && !isHit && !isScrolledAway(control, middle + right, centre + down))
          missed.push(`${at.localName}.${at.className} at ${right}, ${down}`);
      }
      const name = `${control.getAttribute('aria-label') ?? control.textContent}`.trim();
      const box = [x, y, width, height].map(Math.round);
      if (!isCovered && missed.length > 0) small.push(`${name} (${box}): ${missed.join('; ')}`);
    }
    return small;
  }, reach);
