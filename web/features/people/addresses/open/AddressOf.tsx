import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { AddressDialog } from '../AddressDialog.tsx';
import { addressOf } from '../addresses.queries.ts';
import './addresses.texts.ts';

interface AddressOfProps {
  person: { _id: string; firstName: string; lastName: string };
  onClose: () => void;
}

/** Changes somebody else's address, for administrators. */
export function AddressOf({ person, onClose }: AddressOfProps) {
  const { t } = useTranslation('addresses');
  const [change] = useState(() => addressOf(person._id));
  return (
    <AddressDialog
      title={t('titleOf', { name: fullName(person) })}
      lead={t('leadOf')}
      sent="sentOf"
      change={change}
      pending={null}
      onClose={onClose}
    />
  );
}
