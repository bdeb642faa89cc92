import { showBeside } from '../../../ui/overlays/show-beside.tsx';
import { type Asked, type When, WhenPicker } from './WhenPicker.tsx';

/**
 * Shows the times that are offered beside an element, until the person has chosen.
 * @param place position of the element when it was pressed
 * @returns the chosen time; null when none was
 */
export const pickWhen = (anchor: Element, place: DOMRect, asked: Asked): Promise<When | null> =>
  showBeside<When>(anchor, place, (beside, done) => <WhenPicker asked={asked} beside={beside} onChoose={done} />);
