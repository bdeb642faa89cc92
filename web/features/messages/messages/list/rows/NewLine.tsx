import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { newCounted } from '@palabre/common/contract/reading/unread.ts';
import { useQuery } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import { type Place, placeKey, placeOf } from '../../../../../platform/address/place.ts';
import { cached, endpointQuery } from '../../../../../platform/server/query.ts';
import { queryClient } from '../../../../../platform/server/query-client.ts';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { Divider } from '../../../../../ui/pages/Divider.tsx';
import { unreadStateOf } from '../../../../reading/unread/open/unread-states.ts';
import s from './MessageRow.module.css';

/** Number of new messages from which the line counts them and offers to mark all as read. */
const many = 50;

interface NewLineProps {
  /** Key of the row, which gets the focus once the line goes; the list handles the press. */
  rowKey: string;
  /** First new message. */
  message: Message;
  /** Whether the row has the focus: Tab reaches the line's button. */
  active: boolean;
}

/**
 * Shows the line above the first new message; with many new messages, also their count and a button that marks all as
 * read.
 */
export function NewLine(props: NewLineProps) {
  const { message } = props;
  const { t } = useTranslation('messages');
  const after = message.position - 1;
  const query = { ...placeOf(message), after };
  // Frozen at the first render, read or not since.
  const [mayBeMany] = useState(() => {
    const known = unreadStateOf(queryClient, placeKey(placeOf(message)))?.seq ?? 0;
    return known - after > many || cached(queryClient, api.unread.count, { query }) !== undefined;
  });
  return (
    <div className={s.new}>
      <Divider tone="new">{mayBeMany ? <Counted {...props} query={query} /> : t('newLine')}</Divider>
    </div>
  );
}

function Counted({ rowKey, active, query }: NewLineProps & { query: Place & { after: number } }) {
  const { t } = useTranslation('messages');
  const { data } = useQuery({
    ...endpointQuery(api.unread.count, { query }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const count = data?.count ?? 0;
  if (count <= many) return t('newLine');
  return (
    <>
      {t(count < newCounted ? 'newMany' : 'newMore', { count })}
      <button type="button" className={s.allRead} data-all-read={rowKey} tabIndex={active ? 0 : -1}>
        <CheckCheck aria-hidden="true" />
        {t('allRead')}
      </button>
    </>
  );
}
