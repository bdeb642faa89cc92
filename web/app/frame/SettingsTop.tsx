import { useLocation } from 'react-router';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { BackButton } from './BackButton.tsx';
import s from './Header.module.css';

/** Header of settings on a phone: from a section back to their index, and from a workspace's index to its channels. */
export function SettingsTop() {
  const { t } = useTranslation('settings');
  const { workspaceId, index } = addressParts(useLocation().pathname);
  const workspace = useMyWorkspaces().data?.find(({ _id }) => _id === workspaceId);
  // A section names itself below.
  const Title = index ? 'h1' : 'p';
  const sections = workspaceId ? paths.settingsIndex(workspaceId) : paths.me;
  return (
    <header className={s.header}>
      <BackButton
        label={t(index ? 'back' : 'toSections')}
        to={index && workspaceId ? paths.workspace(workspaceId) : sections}
      />
      <div className={cx(s.titles, s.ofList)}>
        <Title className={s.title}>{t('title')}</Title>
        {workspace && (
          <div className={s.place}>
            <span className={s.text} dir="auto">
              {workspace.title}
            </span>
          </div>
        )}
      </div>
    </header>
  );
}
