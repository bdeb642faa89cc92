import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { awaitTwoStep, useLacksTwoStep } from '../../features/people/users/open/two-step-awaited.ts';
import { onRefusal } from '../../platform/server/api.ts';
import { later } from '../../ui/overlays/later.ts';

const TwoStepSetUp = later(async () => (await import('./TwoStepSetUp.tsx')).TwoStepSetUp);

// Registered for the page's whole life: its first requests are sent before the gate mounts.
onRefusal('two_step_required', awaitTwoStep);

/**
 * Wraps the pages that ask the server on behalf of a session. People without a required two-step set it up instead;
 * requests refused meanwhile are then sent again.
 */
export function TwoStepGate({ children = <Outlet /> }: { children?: ReactNode }) {
  if (!useLacksTwoStep()) return children;
  return (
    <Suspense fallback={null}>
      <TwoStepSetUp />
    </Suspense>
  );
}
