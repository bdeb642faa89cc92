import { endOf } from '@palabre/common/rules/file-names.ts';
import s from './FileName.module.css';

/** A file's name on one line: when there is no room for it, its end still shows what it is. */
export function FileName({ name }: { name: string }) {
  const end = endOf(name);
  return (
    <bdi className={s.name} title={name}>
      <span className={s.begin}>{name.slice(0, name.length - end.length)}</span>
      <span>{end}</span>
    </bdi>
  );
}
