import { Suspense, useEffect } from 'react';
import { onRefusal } from '../../../../platform/server/api.ts';
import { later, useThere } from '../../../../ui/overlays/later.ts';
import { answerProof, askProof, useAskedProof } from './asked-proof.ts';

const ProofDialog = later(async () => (await import('./ProofDialog.tsx')).ProofDialog);

/**
 * Asks for what the server wants proved before it does something, whatever screen called it: what was refused is then
 * asked again. Mounted once, around what needs a session.
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
