import type { ReactNode } from 'react';
import { Button } from '../../../../ui/fields/Button.tsx';
import s from './Offer.module.css';

interface Choice {
  label: string;
  icon?: ReactNode;
  run: () => void;
}

/** What a place that is new offers first, until it is put off. */
export interface PlaceOffer {
  title: string;
  text: string;
  accept: Choice;
  putOff: Choice;
}

/** Card of what a new place offers first: accepted, or put off. */
export function Offer({ title, text, accept, putOff, tabIndex }: PlaceOffer & { tabIndex: number }) {
  return (
    <section className={s.offer} aria-label={title}>
      <h3 className={s.offered}>{title}</h3>
      <p>{text}</p>
      <div className={s.choices}>
        <Button icon={accept.icon} tabIndex={tabIndex} onClick={accept.run}>
          {accept.label}
        </Button>
        <Button variant="ghost" tabIndex={tabIndex} onClick={putOff.run}>
          {putOff.label}
        </Button>
      </div>
    </section>
  );
}
