import { cx } from '../cx.ts';
import s from './Kbd.module.css';

/** Keys of a shortcut, such as « Ctrl K »: each word is one key. */
export function Kbd({ keys, tone = 'plain' }: { keys: string; tone?: 'plain' | 'inverse' }) {
  return (
    <span className={cx(s.keys, s[tone])}>
      {keys.split(' ').map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
