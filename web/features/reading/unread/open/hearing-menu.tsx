import { api } from '@palabre/common/contract/index.ts';
import { type Level, levels } from '@palabre/common/contract/reading/unread.ts';
import AtSign from 'lucide-react/icons/at-sign';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import CheckCheck from 'lucide-react/icons/check-check';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import type { MenuEntry } from '../../../../ui/overlays/Menu.tsx';
import { markPlaceRead } from './read-marks.ts';
import { takeState, unreadStateOf } from './unread-states.ts';
import { threadsIn } from './unread-threads.ts';

const icons = { all: <Bell />, mentions: <AtSign />, nothing: <BellOff /> };

/** Sets the notification level or the muting of a place. */
async function setHearing(place: Place, change: { level?: Level; muted?: boolean }): Promise<void> {
  try {
    takeState(queryClient, (await call(api.unread.setLevel, { body: { ...place, ...change } })).unread);
  } catch (cause) {
    tellFailure(cause);
  }
}

/** Builds the menu entries of a place's notification level, read as the menu opens. */
export function useHearingMenu(): (place: Place) => MenuEntry[] {
  const { t } = useTranslation('unread');
  return place => {
    const { first = null, level = 'all', muted = false } = unreadStateOf(queryClient, placeKey(place)) ?? {};
    return [
      {
        label: t('markRead'),
        icon: <CheckCheck />,
        shortcut: t('markReadKey'),
        disabled: !first && threadsIn(queryClient, placeKey(place)).length === 0,
        onSelect: () => void markPlaceRead(place),
      },
      {
        label: t('hear'),
        icon: icons[level],
        items: levels.map(one => ({
          label: t(`level.${one}`),
          icon: icons[one],
          checked: one === level,
          onSelect: () => void setHearing(place, { level: one }),
        })),
      },
      {
        label: t(muted ? 'unmute' : 'mute'),
        icon: muted ? <Volume2 /> : <VolumeX />,
        onSelect: () => void setHearing(place, { muted: !muted }),
      },
    ];
  };
}
