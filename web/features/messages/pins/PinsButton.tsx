import Pin from 'lucide-react/icons/pin';
import { Suspense, useState } from 'react';
import type { Place } from '../../../platform/address/place.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { later, useFetchedLater } from '../../../ui/overlays/later.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';

const PinsPanel = later(async () => (await import('./PinsPanel.tsx')).PinsPanel);

/** Width of the dropdown, in pixels. */
const width = 300;

/** Shows the button « Messages Épinglés » of a place, and its dropdown. */
export function PinsButton({ place, workspaceId }: { place: Place; workspaceId?: string }) {
  const { t } = useTranslation('pins');
  const [open, setOpen] = useState(false);
  useFetchedLater(PinsPanel);
  return (
    <Popover
      label={t('title')}
      align="end"
      width={width}
      flush
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t('title')} side="bottom">
          <Pin />
        </IconButton>
      }
    >
      <Suspense>
        <PinsPanel place={place} workspaceId={workspaceId} onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
