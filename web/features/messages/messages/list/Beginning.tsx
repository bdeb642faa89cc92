import type { ReactNode } from 'react';
import { Button } from '../../../../ui/fields/Button.tsx';
import { laterUnasked } from '../../../../ui/overlays/later.ts';
import s from './Beginning.module.css';
import type { PlaceOffer } from './Offer.tsx';

/** What a place is, as its beginning tells it. */
export interface PlaceFacts {
  /** Avatar or icon, {@link beginningFace} pixels high. */
  face: ReactNode;
  name: string;
  /** Who made it, and when. */
  made: string;
  /** The one thing to do here, if anything. */
  action: { label: string; icon: ReactNode; run: (button: HTMLElement) => void } | null;
  /** What a place that is new offers first, instead of its action, until it is put off. */
  offer?: PlaceOffer | null;
}

/** Few places are new. */
const Offer = laterUnasked(
  () => import('./Offer.tsx').then(({ Offer }) => Offer),
  () => null,
);

/** Size of the face of a place's beginning, in pixels. */
export const beginningFace = 56;

interface BeginningProps {
  facts: PlaceFacts;
  /** Whether Tab reaches the action. */
  reachable: boolean;
  /** Text instead of the messages, in the middle of the page. */
  children?: ReactNode;
}

/** Beginning of a place, above its first message: its face, its name, who made it and when, and one action. */
export function Beginning({ facts, reachable, children }: BeginningProps) {
  const { face, name, made, action, offer } = facts;
  const tabIndex = reachable ? 0 : -1;
  return (
    <div className={s.beginning} data-alone={children !== undefined || undefined}>
      <div className={s.face}>{face}</div>
      <h2 className={s.name} dir="auto" title={name}>
        {name}
      </h2>
      <p className={s.made}>{made}</p>
      {children}
      {offer && <Offer {...offer} tabIndex={tabIndex} />}
      {action && !offer && (
        <Button
          variant="secondary"
          size="sm"
          icon={action.icon}
          className={s.action}
          tabIndex={tabIndex}
          onClick={event => action.run(event.currentTarget)}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}
