import type Database from 'emoji-picker-element/database';
import type Picker from 'emoji-picker-element/picker';
import { createElement } from 'react';
import type { Pointed } from '../../../ui/overlays/PickerFrame.tsx';

/** Address of an own emoji's picture, as the element writes it in the button's style. */
const pictureOf = (button: HTMLElement) =>
  /url\("(.*)"\)/.exec(button.style.getPropertyValue('--custom-emoji-background'))?.[1];

/** Returns the emoji of a button in the element, with its name in the language of the interface. */
function pointedAt(target: EventTarget | null | undefined): Pointed | null {
  const button = target instanceof HTMLElement ? target.closest<HTMLElement>('.emoji[id^="emo-"]') : null;
  if (!button?.title) return null;
  const address = pictureOf(button);
  return { name: button.title, sign: address ? createElement('img', { src: address, alt: '' }) : button.textContent };
}

/**
 * Tells which emoji of the element the pointer, the focus or the arrows of the search are on.
 * @returns the function that stops watching
 */
export function watchPointed({ shadowRoot }: Picker, onPoint: (pointed: Pointed | null) => void): () => void {
  if (!shadowRoot) return () => {};
  const look = ({ target }: Event) => onPoint(pointedAt(target));
  shadowRoot.addEventListener('pointerover', look);
  shadowRoot.addEventListener('focusin', look);
  const search = shadowRoot.querySelector('input.search');
  const arrows = new MutationObserver(() => {
    onPoint(pointedAt(shadowRoot.getElementById(search?.getAttribute('aria-activedescendant') ?? '')));
  });
  if (search) arrows.observe(search, { attributeFilter: ['aria-activedescendant'] });
  return () => {
    shadowRoot.removeEventListener('pointerover', look);
    shadowRoot.removeEventListener('focusin', look);
    arrows.disconnect();
  };
}

/** Returns the names of emoji in the element's data; the workspace's own keep their `:name:`. */
export async function namesOf(database: Database, emoji: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(emoji.map(one => database.getEmojiByUnicodeOrName(one)));
  const named = emoji.map((one, index) => {
    const known = found[index];
    return [one, known && 'annotation' in known ? known.annotation : one] as const;
  });
  return new Map(named);
}
