import { type ReactNode, useLayoutEffect, useRef } from 'react';
import s from './ListPage.module.css';

/** How far each list was scrolled when it was left. */
const left = new Map<string, number>();

/** List that fills a phone's page: a person who goes back up to it finds it scrolled where they left it. */
export function ListPage({ id, children }: { id: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    current.scrollTop = left.get(id) ?? 0;
    return () => void left.set(id, current.scrollTop);
  }, [id]);
  return (
    <div ref={list} className={s.list}>
      {children}
    </div>
  );
}
