import { levels } from '@palabre/common/contract/unread.ts';
import { AtSign, Bell, BellOff, CheckCheck, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { type Place, placeKey } from '../messages/place.ts';
import { markPlaceRead, setHearing } from './reading.ts';
import { stateOf } from './states.ts';

const icons = { all: <Bell />, mentions: <AtSign />, nothing: <BellOff /> };

/** What one wants to hear of a place, as entries of its menu: asked for when that opens. */
export function useHearingMenu(): (place: Place) => MenuEntry[] {
  const { t } = useTranslation('unread');
  return place => {
    const { first = null, level = 'all', muted = false } = stateOf(queryClient, placeKey(place)) ?? {};
    return [
      {
        label: t('markRead'),
        icon: <CheckCheck />,
        shortcut: t('markReadKey'),
        disabled: !first,
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
