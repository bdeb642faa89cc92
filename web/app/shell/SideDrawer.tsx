import { Suspense, useRef } from 'react';
import { later, useFetchedLater } from '../../ui/later.ts';
import type { DrawerProps } from './Drawer.tsx';

const Drawer = later(async () => (await import('./Drawer.tsx')).Drawer);

/** A panel that slides over the page. What draws it is fetched after the page, or when it is first open. */
export function SideDrawer(props: DrawerProps) {
  useFetchedLater(Drawer);
  // Once wanted it stays, to close as it opened.
  const wanted = useRef(false);
  wanted.current ||= props.open;
  if (!wanted.current) return null;
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  );
}
