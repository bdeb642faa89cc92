import { Button } from '../fields/Button.tsx';
import s from './DangerCard.module.css';
import { Subject } from './Section.tsx';

interface DangerCardProps {
  heading: string;
  /** Level of the heading. */
  level: 'h2' | 'h3';
  /** Explanation of what the action deletes. */
  text: string;
  action: string;
  loading: boolean;
  onAct: () => void;
}

/** Card with an irreversible action, such as a deletion. */
export function DangerCard({ heading, level, text, action, loading, onAct }: DangerCardProps) {
  return (
    <Subject heading={heading} level={level} tone="danger">
      <div className={s.row}>
        <p>{text}</p>
        <Button variant="danger" loading={loading} onClick={onAct}>
          {action}
        </Button>
      </div>
    </Subject>
  );
}
