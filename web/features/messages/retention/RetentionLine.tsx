import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import Hourglass from 'lucide-react/icons/hourglass';
import { useTranslation } from '../../../platform/words/i18n.ts';
import s from './Retention.module.css';

/**
 * Says in a channel that its messages are deleted automatically, and when.
 * The retention feature is this line and the fields of the workspace's settings that set the delay.
 */
export function RetentionLine({ workspace }: { workspace: Pick<Workspace, 'autoDelete' | 'autoDeleteDays'> }) {
  const { t } = useTranslation('settings');
  if (!workspace.autoDelete) return null;
  const text = t('general.autoDeleteLine', { count: workspace.autoDeleteDays });
  return (
    <p className={s.line} title={text}>
      <Hourglass aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
