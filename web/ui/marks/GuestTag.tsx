import { useTranslation } from '../../platform/words/i18n.ts';
import { Tag } from './Badge.tsx';

/** Tag beside the name of a guest; renders nothing beside other names. */
export function GuestTag({ of }: { of: { guest?: true | undefined } | undefined }) {
  const { t } = useTranslation('ui');
  return of?.guest ? <Tag tone="accent">{t('guest')}</Tag> : null;
}
