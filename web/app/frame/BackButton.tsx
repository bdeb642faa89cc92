import ArrowLeft from 'lucide-react/icons/arrow-left';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import s from './Header.module.css';
import { useUp } from './up.ts';

/** Button at the beginning of a phone's header, which goes up to the page that the current one was chosen in. */
export function BackButton({ label, to }: { label: string; to: string }) {
  const up = useUp();
  return (
    <IconButton className={s.panelButton} label={label} tooltip={false} size="lg" onClick={() => up(to)}>
      <ArrowLeft />
    </IconButton>
  );
}
