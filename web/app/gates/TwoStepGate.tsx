import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { awaitTwoStep, useLacksTwoStep } from '../../features/people/users/open/two-step-awaited.ts';
import { onRefusal } from '../../platform/server/api.ts';
import { later } from '../../ui/overlays/later.ts';

const TwoStepSetUp = later(async () => (await import('./TwoStepSetUp.tsx')).TwoStepSetUp);

// As long as the page lasts: what it shows first is asked before the gate is there.
onRefusal('two_step_required', awaitTwoStep);

/**
 * Wraps the pages that ask the server on behalf of a session. Who lacks the two-step that is required sets it up in their
 * place; what the server has refused meanwhile is then asked again.
 */
export function TwoStepGate({ children = <Outlet /> }: { children?: ReactNode }) {
  if (!useLacksTwoStep()) return children;
  return (
    <Suspense fallback={null}>
      <TwoStepSetUp />
    </Suspense>
  );
}
