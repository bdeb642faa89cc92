import { Suspense, useRef } from 'react';
import { afterFirstMs, later, useFetchedLater, useThere } from '../../ui/overlays/later.ts';
import type { DrawerProps } from './Drawer.tsx';

const Drawer = later(async () => (await import('./Drawer.tsx')).Drawer);

/** Drawer whose code is fetched after the page, or when the drawer first opens. */
export function SideDrawer(props: DrawerProps) {
  useFetchedLater(Drawer, afterFirstMs);
  // Once opened, the drawer stays mounted, for its closing animation.
  const wanted = useRef(false);
  wanted.current ||= props.open;
  const shown = useThere(Drawer, wanted.current, () => {
    wanted.current = false;
    props.onOpenChange(false);
  });
  if (!shown) return null;
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  );
}
