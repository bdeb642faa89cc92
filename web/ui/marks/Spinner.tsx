import { useTranslation } from '../../platform/words/i18n.ts';
import s from './Spinner.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SpinnerProps {
  size?: number;
  /** Text for screen readers; `null` if the surroundings already say it. */
  label?: string | null;
}

/** Spinner for content that is loading. */
export function Spinner({ size = 18, label }: SpinnerProps) {
  const { t } = useTranslation('ui');
  return (
    <span className={s.spinner} role={label === null ? undefined : 'status'}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.22" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label !== null && <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>}
    </span>
  );
}
