import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import { useNavigate } from 'react-router';
import { pressed } from '../../../../platform/address/lazy-part.ts';
import { paths } from '../../../../platform/address/paths.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import type { MenuEntry } from '../../../../ui/overlays/Menu.tsx';
import type { QuietSpan } from '../quiet.ts';

/** Anchor of « ne pas déranger » on the profile's page, where a date is chosen. */
export const quietAnchor = '#quiet';

const be = (span: QuietSpan | null) =>
  pressed(() => import('../quiet.ts'))
    .then(({ beQuiet }) => beQuiet(span))
    .catch(tellFailure);

/** Returns the entries of « ne pas déranger » for the menu of statuses: for an hour, until tomorrow, until a date. */
export function useQuietEntries(): MenuEntry[] {
  const { t } = useTranslation('users', { keyPrefix: 'quiet' });
  const navigate = useNavigate();
  // `watch-duty.ts` fetches it; the menu shows the cached answer.
  const { data } = useQuery({ ...endpointQuery(api.availability.own), enabled: false, select: ({ own }) => own });
  const until = data?.quietUntil;
  const isQuiet = until != null && Date.parse(until) > Date.now();
  return [
    { heading: t('heading') },
    isQuiet && {
      ...{ id: 'end', label: t('end'), text: t('until', { when: formatDateTime(until) }) },
      onSelect: () => void be(null),
    },
    { id: 'hour', label: t('hour'), icon: <BellOff />, onSelect: () => void be('hour') },
    { id: 'tomorrow', label: t('tomorrow'), icon: <BellOff />, onSelect: () => void be('tomorrow') },
    {
      ...{ id: 'date', label: t('date'), icon: <BellOff /> },
      onSelect: () => void navigate({ pathname: paths.personal('profile'), hash: quietAnchor }),
    },
  ];
}
