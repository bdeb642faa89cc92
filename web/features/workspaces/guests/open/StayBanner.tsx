import { fullName } from '@palabre/common/rules/people/names.ts';
import { useLocation } from 'react-router';
import { addressParts } from '../../../../platform/address/paths.ts';
import { formatDate } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useMyWorkspaces } from '../../structure/open/workspaces.queries.ts';
import s from '../Guests.module.css';
import '../guests.texts.ts';

const toldMs = 3 * 86_400_000;

/** Tells a guest, in the last three days of their stay in the page's workspace, when it ends and whom to ask. */
export function StayBanner() {
  const { t } = useTranslation('guests', { keyPrefix: 'stay' });
  const { workspaceId } = addressParts(useLocation().pathname);
  const stay = useMyWorkspaces().data?.find(({ _id }) => _id === workspaceId)?.guest;
  if (!stay || Date.parse(stay.endsAt) - Date.now() > toldMs) return null;
  const { sponsor } = stay;
  return (
    <div className={s.banner}>
      <Note tone="warning" title={t('title', { date: formatDate(stay.endsAt) })}>
        {sponsor ? t('ask', { name: fullName(sponsor) }) : t('askOwner')}
      </Note>
    </div>
  );
}
