import { showBeside } from '../../../ui/overlays/show-beside.tsx';
import { type Asked, type When, WhenPicker } from './WhenPicker.tsx';

/**
 * Shows the suggested times beside an element, until the user has chosen.
 * @param place position of the element when it was pressed
 * @returns the chosen time; null when the picker was closed
 */
export const pickWhen = (anchor: Element, place: DOMRect, asked: Asked): Promise<When | null> =>
  showBeside<When>(anchor, place, (beside, done) => <WhenPicker asked={asked} beside={beside} onChoose={done} />);
