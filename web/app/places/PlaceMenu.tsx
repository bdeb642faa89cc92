import Ellipsis from 'lucide-react/icons/ellipsis';
import Keyboard from 'lucide-react/icons/keyboard';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { useHearingMenu } from '../../features/reading/unread/open/hearing-menu.tsx';
import { usePhone } from '../../platform/media.ts';
import { shortcuts, spelled } from '../../platform/shortcuts.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/Menu.tsx';

/** Returns the last entries of a place's menu: a separator and the sheet of shortcuts; none on a phone, without keys. */
export function useShortcutsEntry(): MenuEntry[] {
  const { t } = useTranslation('shell');
  const setOpen = useSearch(state => state.setOpen);
  if (usePhone()) return [];
  return [
    'separator',
    {
      label: t('shortcuts'),
      icon: <Keyboard />,
      shortcut: spelled(shortcuts.sheet),
      onSelect: () => setOpen('shortcuts'),
    },
  ];
}

interface ChannelMenuProps {
  channelId: string;
  /** Entries that come before the menu's own. */
  first?: readonly MenuEntry[];
}

/** Menu of the open channel: the notification level, as in the channel list, and the sheet of shortcuts. */
export function ChannelMenu({ channelId, first = [] }: ChannelMenuProps) {
  const { t } = useTranslation('shell');
  const hearing = useHearingMenu();
  const shortcuts = useShortcutsEntry();
  return (
    <Menu items={() => [...first, ...hearing({ channelId }), ...shortcuts]} align="end">
      <IconButton label={t('channelActions')} side="bottom">
        <Ellipsis />
      </IconButton>
    </Menu>
  );
}
