import Pin from 'lucide-react/icons/pin';
import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Place } from '../../../platform/address/place.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { later, useFetchedLater } from '../../../ui/overlays/later.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';

const PinsPanel = later(async () => (await import('./PinsPanel.tsx')).PinsPanel);

/** Width of the dropdown, in pixels. */
const width = 300;

interface PinsProps {
  place: Place;
  workspaceId?: string;
}

interface PinsPopoverProps extends PinsProps {
  /** Button that opens the dropdown. */
  trigger?: ReactNode;
  /** Element to position the dropdown at, instead of a trigger. */
  beside?: RefObject<HTMLElement>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows the dropdown « Messages Épinglés » of a place. */
export function PinsPopover({ place, workspaceId, onOpenChange, ...popover }: PinsPopoverProps) {
  const { t } = useTranslation('pins');
  useFetchedLater(PinsPanel);
  return (
    <Popover label={t('title')} align="end" width={width} flush onOpenChange={onOpenChange} {...popover}>
      <Suspense>
        <PinsPanel place={place} workspaceId={workspaceId} onLeave={() => onOpenChange(false)} />
      </Suspense>
    </Popover>
  );
}

/** Shows the button « Messages Épinglés » of a place, and its dropdown. */
export function PinsButton(props: PinsProps) {
  const { t } = useTranslation('pins');
  const [open, setOpen] = useState(false);
  return (
    <PinsPopover
      {...props}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t('title')} side="bottom">
          <Pin />
        </IconButton>
      }
    />
  );
}
