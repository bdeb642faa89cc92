import type { Guest } from '@palabre/common/contract/workspaces/guests.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { dayKey } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { useChangeStay } from '../guests.queries.ts';
import { isWhole, StayFields } from '../open/StayFields.tsx';
import { dayIn, endOf, newStay, type Stay } from '../open/stay.ts';

/** Renews the stay of a guest, and changes the channels they are let into. */
export function StayDialog({ guest, onClose }: { guest: Guest; onClose: () => void }) {
  const { t } = useTranslation('guests');
  const { workspaceId = '' } = useParams();
  const save = useChangeStay(workspaceId, guest._id);
  const [told, setTold] = useState(false);
  const [first] = useState<Stay>(() => ({
    channels: new Set(guest.channels.map(({ _id }) => _id)),
    // A stay that has ended, or is about to, is extended by a month by default.
    day: Date.parse(guest.endsAt) < dayIn(2).getTime() ? newStay().day : dayKey(guest.endsAt),
  }));
  const [stay, setStay] = useState(first);

  async function submit() {
    const endsAt = endOf(stay);
    setTold(true);
    if (!isWhole(stay) || endsAt === null) return;
    try {
      alerts.success((await save.mutateAsync({ endsAt, channels: [...stay.channels] })).message);
    } catch (cause) {
      tellFailure(cause, t('changeFailed'));
      throw cause;
    }
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('changeOf', { name: fullName(guest) })}
      unsaved={stay !== first}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('save')}</Button>
        </>
      }
    >
      <StayFields stay={stay} onChange={setStay} isTold={told} />
    </Dialog>
  );
}
