import { Wordmark } from '../../ui/Logo.tsx';
import s from './Header.module.css';
import { PanelButton } from './PanelButton.tsx';

/** Above a page that has no header, where the bar or the side panel slides over it. */
export function SlimBar() {
  return (
    <div className={s.header}>
      <PanelButton inPlace={false} />
      <Wordmark size={28} tone="page" />
    </div>
  );
}
