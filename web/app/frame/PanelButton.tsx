import PanelLeft from 'lucide-react/icons/panel-left';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import s from './Header.module.css';
import { useShell } from './shell.store.ts';

/** Button that opens the side panel's drawer, on narrow screens. */
export function PanelButton() {
  const { t } = useTranslation('shell');
  const { panelOpen, setPanelOpen } = useShell();
  return (
    <IconButton
      className={s.panelButton}
      label={t('openPanel')}
      side="bottom"
      aria-expanded={panelOpen}
      onClick={() => setPanelOpen(true)}
    >
      <PanelLeft />
    </IconButton>
  );
}
