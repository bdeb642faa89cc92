import ChevronRight from 'lucide-react/icons/chevron-right';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { Navigate } from 'react-router';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { paths } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { usePhone } from '../../platform/media.ts';
import { type ThemeChoice, useTheme } from '../../platform/theme.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Menu, type MenuEntry, type MenuItem } from '../../ui/overlays/Menu.tsx';
import rows from '../../ui/pages/LinkRows.module.css';
import { Page } from '../../ui/pages/Page.tsx';
import '../../features/people/preferences/preferences.texts.ts';
import s from './MePage.module.css';
import { useProfileGroups } from './profile-menu.tsx';

const themes: readonly [ThemeChoice, typeof Sun][] = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
];

function useThemeItem(): MenuItem {
  const { t } = useTranslation('preferences');
  const { choice, setTheme } = useTheme();
  return {
    label: t('appearance.theme'),
    icon: <SunMoon />,
    items: themes.map(([theme, Icon]) => ({
      label: t(`appearance.${theme}`),
      icon: <Icon />,
      checked: theme === choice,
      onSelect: () => setTheme(theme),
    })),
  };
}

const isItem = (entry: MenuEntry): entry is MenuItem => typeof entry === 'object' && entry !== null && 'label' in entry;

/** Row of a menu item; an item with a submenu opens it, and shows the current choice. */
function Row({ item: { label, icon, badge, items, danger, onSelect } }: { item: MenuItem }) {
  const chosen = items?.filter(isItem).find(({ checked }) => checked);
  const button = (
    <button type="button" className={cx(rows.row, danger && s.danger)} onClick={items ? undefined : onSelect}>
      <span className={s.icon}>{icon}</span>
      <span className={rows.label}>{label}</span>
      {chosen && <span className={s.chosen}>{chosen.label}</span>}
      {badge && <Badge {...badge} />}
      {!danger && <ChevronRight className={rows.end} aria-hidden="true" />}
    </button>
  );
  return <li>{items ? <Menu items={items}>{button}</Menu> : button}</li>;
}

/**
 * Page « Moi » of a phone: the person's menu and the index of personal settings; elsewhere the profile card opens the
 * menu.
 */
export function MePage() {
  const { t } = useTranslation('users');
  const me = useMe();
  const status = useShownStatus()(me?._id, me?.status);
  const { pages, status: choosing, accounts, information, logout } = useProfileGroups();
  const theme = useThemeItem();
  useTitle(t('shell:tabs.me'));
  if (!usePhone()) return <Navigate to={paths.personal('general')} replace />;
  const groups = [pages, [choosing, theme, accounts], information, [logout]];
  const about = me?.jobTitle || me?.email;
  return (
    <Page>
      <div className={s.column}>
        <header className={s.head}>
          <Avatar
            id={me?._id ?? ''}
            firstName={me?.firstName}
            lastName={me?.lastName}
            src={me?.avatar}
            size={64}
            status={status}
          />
          <div className={s.texts}>
            <h1 className={s.name} dir="auto">
              {[me?.firstName, me?.lastName].filter(Boolean).join(' ') || t('card.open')}
            </h1>
            {about && (
              <p className={s.line} dir="auto">
                {about}
              </p>
            )}
          </div>
        </header>
        {groups.map(items => (
          <ul key={items[0]?.label} className={rows.rows}>
            {items.map(item => (
              <Row key={item.label} item={item} />
            ))}
          </ul>
        ))}
      </div>
    </Page>
  );
}
