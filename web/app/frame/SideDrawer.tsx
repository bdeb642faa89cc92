import { Suspense, useRef } from 'react';
import { afterFirst, later, useFetchedLater, useThere } from '../../ui/overlays/later.ts';
import type { DrawerProps } from './Drawer.tsx';

const Drawer = later(async () => (await import('./Drawer.tsx')).Drawer);

/** A panel that slides over the page. What draws it is fetched after the page, or when it is first open. */
export function SideDrawer(props: DrawerProps) {
  useFetchedLater(Drawer, afterFirst);
  // Once wanted it stays, to close as it opened.
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
