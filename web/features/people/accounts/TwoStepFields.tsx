import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Tag } from '../../../ui/marks/Badge.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import s from './Accounts.module.css';

interface TwoStepFieldsProps {
  user: SelfUser;
  /** Position of the switch, saved or not. */
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Shows the two-step switch and its state. */
export function TwoStepFields({ user, on, onChange }: TwoStepFieldsProps) {
  const { t } = useTranslation('accounts', { keyPrefix: 'twoStep' });
  const turnsOn = on && !user.doubleAuthentification;
  // While required of everybody, it can't be turned off; the server decides.
  const isKept = user.twoStepRequired === true && user.doubleAuthentification;
  return (
    <Subject heading={t('heading')}>
      <Switch
        label={t('label')}
        hint={turnsOn ? `${t('hint')} ${t('endsOthers')}` : isKept ? `${t('hint')} ${t('kept')}` : t('hint')}
        checked={on}
        disabled={isKept}
        onChange={onChange}
      />
      <p className={s.states} role="status">
        <Tag tone={on ? 'brand' : 'neutral'}>{t(on ? 'on' : 'off')}</Tag>
        <Tag tone={on && user.verification ? 'brand' : 'neutral'}>
          {t(on && user.verification ? 'verified' : 'unverified')}
        </Tag>
      </p>
    </Subject>
  );
}
