import type { Counts } from '@palabre/common/contract/running/overview.ts';
import { formatNumber, formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Subject } from '../../../ui/pages/Section.tsx';
import { Figures } from './Figures.tsx';

const counted = [
  ...(['accounts', 'activeInWeek', 'activeInMonth', 'workspaces', 'channels', 'conversations'] as const),
  ...(['societies', 'files'] as const),
];

/** Shows the totals of the last count. */
export function HoldsCard({ counts }: { counts: Counts }) {
  const { t } = useTranslation('overview', { keyPrefix: 'holds' });
  return (
    <Subject heading={t('heading')}>
      <Figures
        of={[
          ...counted.map(name => [t(name), formatNumber(counts[name])] as const),
          [t('bytes'), formatSize(counts.bytes)],
        ]}
      />
    </Subject>
  );
}
