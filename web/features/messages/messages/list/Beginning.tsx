import type { ReactNode } from 'react';
import { Button } from '../../../../ui/fields/Button.tsx';
import s from './Beginning.module.css';

/** Facts that the beginning of a place shows. */
export interface PlaceFacts {
  /** Avatar or icon, {@link beginningFace} pixels high. */
  face: ReactNode;
  name: string;
  /** Creator of the place and date of its creation, as a sentence. */
  made: string;
  /** Single action offered here; null without one. */
  action: { label: string; icon: ReactNode; run: (button: HTMLElement) => void } | null;
  /** Content that replaces the action in a new place while it has no messages. */
  offer?: ReactNode;
}

/** Size of the face of a place's beginning, in pixels. */
export const beginningFace = 56;

interface BeginningProps {
  facts: PlaceFacts;
  /** Whether Tab reaches the action. */
  reachable: boolean;
  /** Text instead of the messages, in the middle of the page. */
  children?: ReactNode;
}

/** Shows the beginning of a place, above its first message: face, name, creator and date, and one action. */
export function Beginning({ facts, reachable, children }: BeginningProps) {
  const { face, name, made, action } = facts;
  const offer = children !== undefined && facts.offer;
  return (
    <div className={s.beginning} data-alone={children !== undefined || undefined}>
      <div className={s.face}>{face}</div>
      <h2 className={s.name} dir="auto" title={name}>
        {name}
      </h2>
      <p className={s.made}>{made}</p>
      {children}
      {offer}
      {action && !offer && (
        <Button
          variant="secondary"
          size="sm"
          icon={action.icon}
          className={s.action}
          tabIndex={reachable ? 0 : -1}
          onClick={event => action.run(event.currentTarget)}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}
