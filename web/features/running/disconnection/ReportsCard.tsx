import type { DisconnectionReport } from '@palabre/common/contract/running/disconnection.ts';
import Building2 from 'lucide-react/icons/building-2';
import { useState } from 'react';
import { formatMonth, formatNumber } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { Row, RowIcon } from '../../../ui/lists/Row.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { useReports } from './disconnection.queries.ts';

const nameOf = (month: string) => formatMonth(new Date(`${month}-15T12:00:00`));

/** Shows the numbers of a month by society. */
export function ReportsCard() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'reports' });
  const [chosen, setChosen] = useState<string>();
  const { data, ...list } = useReports(chosen);
  const numbers = ({ people, messages, messagesOff, urgent }: DisconnectionReport) =>
    t('numbers', {
      people: t('people', { count: people }),
      share: formatNumber(messages === 0 ? 0 : Math.round((messagesOff / messages) * 100)),
      off: formatNumber(messagesOff),
      messages: formatNumber(messages),
      urgent: formatNumber(urgent),
    });
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        <>
          <ListedWithin count={data?.reports.length} {...list.told(t('failed'))} empty={t('none')} ghosts={2}>
            <Rows label={t('list')} items={data?.reports ?? []} idOf={({ society }) => society?._id ?? ''}>
              {report => {
                const name = report.society?.name ?? t('noSociety');
                return (
                  <Row
                    wraps
                    face={
                      <RowIcon>
                        <Building2 />
                      </RowIcon>
                    }
                    title={name}
                    name={name}
                    text={numbers(report)}
                  />
                );
              }}
            </Rows>
          </ListedWithin>
          <Pager {...list.pager} count={data?.reports.length} />
        </>
      }
    >
      {data && data.months.length > 0 && (
        <Select
          label={t('month')}
          name="month"
          value={data.month ?? undefined}
          options={data.months.map(value => ({ value, label: nameOf(value) }))}
          onChange={setChosen}
        />
      )}
    </Subject>
  );
}
