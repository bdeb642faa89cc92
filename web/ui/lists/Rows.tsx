import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua';
import { rowLine } from './Row.tsx';
import s from './Rows.module.css';

/** Number of rows up to which all are in the page, where the browser's own search finds them. */
const fewRows = 100;

/** Height of a row without a token, in pixels. */
const usualRow = 56;

interface RowsProps<T> {
  /** Name of the list, for screen readers. */
  label: string;
  items: readonly T[];
  idOf: (item: T, index: number) => string;
  /** Called with the indices of the first and the last row in view: a list fetched by pages fetches them. */
  onSeen?: (first: number, last: number) => void;
  children: (item: T, index: number) => ReactNode;
}

/** List of rows that scrolls with the page; virtual when it is long: only the rows near the view are in the page. */
export function Rows<T>(props: RowsProps<T>) {
  const { label, items, idOf, children } = props;
  if (items.length > fewRows) return <ManyRows {...props} />;
  return (
    <ul aria-label={label}>
      {items.map((item, index) => (
        <li key={idOf(item, index)} className={rowLine}>
          {children(item, index)}
        </li>
      ))}
    </ul>
  );
}

interface Told {
  label: string;
  total: number;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
}
const ToldContext = createContext<Told>({ label: '', total: 0, onFocus: () => {}, onBlur: () => {} });

function List({ children, style, ref }: CustomContainerComponentProps) {
  const { label, onFocus, onBlur } = useContext(ToldContext);
  return (
    <ul ref={ref} style={style} aria-label={label} onFocus={onFocus} onBlur={onBlur}>
      {children}
    </ul>
  );
}

function Item({ children, style, index, ref }: CustomItemComponentProps) {
  const { total } = useContext(ToldContext);
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={total}>
      {children}
    </li>
  );
}

/** Finds the element's scrolling ancestor. */
function scrollerOf(element: HTMLElement): HTMLElement {
  const { parentElement: parent } = element;
  if (!parent) return document.documentElement;
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent);
}

interface Measured {
  /** Height of the content above the list in the scrolling page. */
  above: number;
  /** Height of a row, by the tokens. */
  row: number;
}

/** Measures where a list begins in the page that scrolls; undefined before the first measure. */
function useMeasured(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>();
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const page = scrollerOf(current);
    scroller.current = page;
    const row = Number.parseFloat(getComputedStyle(current).getPropertyValue('--row')) || usualRow;
    const measure = () => {
      const above = Math.round(current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop);
      setMeasured(old => (old?.above === above ? old : { above, row }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of page.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, scroller]);
  return measured;
}

function ManyRows<T>({ label, items, idOf, onSeen, children }: RowsProps<T>) {
  const here = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const measured = useMeasured(here, scroller);
  /** Index of the row with the focus, which stays in the page wherever the list scrolls. */
  const [focused, setFocused] = useState<number | null>(null);
  const seen = useRef<string>('');

  const follow = () => {
    const { current } = list;
    if (!current || !onSeen) return;
    const first = current.findItemIndex(current.scrollOffset);
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    if (seen.current === `${first} ${last}`) return;
    seen.current = `${first} ${last}`;
    onSeen(first, last);
  };
  useEffect(follow);

  const told: Told = {
    label,
    total: items.length,
    onFocus: ({ target, currentTarget }) => {
      const row = target.closest<HTMLElement>('[aria-posinset]');
      // A layer opened from a row, such as its menu, is rendered elsewhere.
      if (row && currentTarget.contains(row)) setFocused(Number(row.ariaPosInSet) - 1);
    },
    onBlur: () => setFocused(null),
  };
  return (
    <div ref={here} className={s.many}>
      {measured && (
        <ToldContext value={told}>
          <Virtualizer
            ref={list}
            as={List}
            item={Item}
            data={items}
            scrollRef={scroller}
            startMargin={measured.above}
            itemSize={measured.row}
            keepMounted={focused !== null && focused < items.length ? [focused] : undefined}
            onScroll={follow}
            onResize={follow}
          >
            {(item, index) => (
              <div key={idOf(item, index)} className={rowLine}>
                {children(item, index)}
              </div>
            )}
          </Virtualizer>
        </ToldContext>
      )}
    </div>
  );
}
