import ArrowLeft from 'lucide-react/icons/arrow-left';
import PanelLeft from 'lucide-react/icons/panel-left';
import { usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import s from './Header.module.css';
import { useShell } from './shell.store.ts';

/** Button that opens the side panel's drawer, on narrow screens. */
export function PanelButton({ inPlace }: { inPlace: boolean }) {
  const { t } = useTranslation('shell');
  const back = usePhone() && inPlace;
  const { panelOpen, setPanelOpen } = useShell();
  return (
    <IconButton
      className={s.panelButton}
      label={t(back ? 'backToList' : 'openPanel')}
      side="bottom"
      aria-expanded={panelOpen}
      onClick={() => setPanelOpen(true)}
    >
      {back ? <ArrowLeft /> : <PanelLeft />}
    </IconButton>
  );
}
