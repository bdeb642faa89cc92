import s from './Overview.module.css';

interface FiguresProps {
  /** Names and values, in the order in which they are read. */
  of: readonly (readonly [name: string, value: string])[];
}

/** Values side by side, each under its name. */
export const Figures = ({ of }: FiguresProps) => (
  <dl className={s.figures}>
    {of.map(([name, value]) => (
      <div key={name} className={s.figure}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
