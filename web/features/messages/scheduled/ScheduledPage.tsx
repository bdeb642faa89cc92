import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { TalkIllustration } from '../../../ui/pages/illustrations.tsx';
import { Column, Page } from '../../../ui/pages/Page.tsx';
import { useMentionNames } from '../text/open/useMentionNames.ts';
import { EditScheduled } from './EditScheduled.tsx';
import './open/scheduled.texts.ts';
import { useScheduled } from './open/scheduled.queries.ts';
import { ScheduledRow } from './ScheduledRow.tsx';
import { useReminded } from './useReminded.ts';

const none: readonly Scheduled[] = [];

/** Shows the user's scheduled messages and reminders, with buttons to edit, send now and cancel. */
export function ScheduledPage() {
  const { t } = useTranslation('scheduled');
  const { data, isError, error, refetch } = useScheduled();
  const listed = data?.scheduled ?? none;
  const reminded = useReminded(listed);
  const names = useMentionNames(
    useMemo(
      () => [...listed, ...[...reminded.values()].map(({ excerpt: content }) => ({ content }))],
      [listed, reminded],
    ),
    {},
  );
  const [editing, setEditing] = useState<Scheduled | null>(null);
  return (
    <Page>
      <Column>
        <Listed
          said={t('lead')}
          count={data && listed.length}
          failed={{ title: t('listFailed'), isError, error, retry: () => refetch() }}
          empty={<EmptyState illustration={<TalkIllustration />} title={t('none')} text={t('noneText')} />}
        >
          <Rows label={t('list')} items={listed} idOf={({ _id }) => _id}>
            {one => (
              <ScheduledRow
                scheduled={one}
                reminded={reminded.get(one.remindsOf ?? '')}
                names={names}
                onEdit={() => setEditing(one)}
              />
            )}
          </Rows>
        </Listed>
      </Column>
      {editing && (
        <EditScheduled key={editing._id} scheduled={editing} names={names} onClose={() => setEditing(null)} />
      )}
    </Page>
  );
}
