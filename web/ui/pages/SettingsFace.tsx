import type { ReactNode } from 'react';
import s from './SettingsFace.module.css';

interface SettingsFaceProps {
  /** Avatar of the workspace or the person. */
  avatar: ReactNode;
  /** Absent until it is loaded. */
  name: string | undefined;
  /** Second line, fainter. */
  text: string | undefined;
}

/** Face of the workspace or the person of these settings, at the top of their side panel. */
export function SettingsFace({ avatar, name, text }: SettingsFaceProps) {
  return (
    <div className={s.face}>
      {avatar}
      <p className={s.texts}>
        <span className={s.name} dir="auto" title={name}>
          {name ?? '\u00a0'}
        </span>
        <span className={s.text} title={text}>
          {text ?? '\u00a0'}
        </span>
      </p>
    </div>
  );
}
