import { Suspense, useEffect } from 'react';
import { onRefusal } from '../../../../platform/server/api.ts';
import { later, useThere } from '../../../../ui/overlays/later.ts';
import { answerProof, askProof, useAskedProof } from './asked-proof.ts';

const ProofDialog = later(async () => (await import('./ProofDialog.tsx')).ProofDialog);

/**
 * Asks for the proof that a refused request needs, from any screen; the request is then retried. Mounted once, around
 * the pages that need a session.
 */
export function ProofHost() {
  const asked = useAskedProof(state => state.asked);
  const shown = useThere(ProofDialog, asked, () => answerProof(false));
  useEffect(() => {
    const stops = [
      onRefusal('reauthentication_required', () => askProof('identity', true)),
      onRefusal('address_unproven', () => askProof('address', true)),
    ];
    return () => {
      for (const stop of stops) stop();
      answerProof(false);
    };
  }, []);
  return <Suspense fallback={null}>{asked && shown && <ProofDialog asked={asked} />}</Suspense>;
}
