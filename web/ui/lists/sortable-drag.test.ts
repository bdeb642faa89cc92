// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { makeSortable } from './sortable-drag.ts';

// jsdom drags nothing: the tests stand in for the browser.
type Drag = Record<string, (given: object) => unknown>;
const adapter = vi.hoisted(() => ({ drags: [] as object[], targets: [] as object[], gone: 0 }));
vi.mock('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter', () => {
  const register = (list: object[]) => (given: object) => {
    list.push(given);
    return () => {
      adapter.gone += 1;
    };
  };
  return { draggable: register(adapter.drags), dropTargetForElements: register(adapter.targets) };
});

const told = vi.fn();
const undo: (() => void)[] = [];

beforeEach(() => {
  adapter.drags.length = 0;
  adapter.targets.length = 0;
  adapter.gone = 0;
  told.mockReset();
  undo.splice(0);
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    const element = document.createElement('li');
    element.getBoundingClientRect = () => new DOMRect(0, index * 50, 100, 50);
    const [onDragging, onEdge, onDrop] = ['dragging', 'edge', 'drop'].map(
      what =>
        (...given: unknown[]) =>
          told(what, id, ...given),
    ) as [() => void, () => void, () => void];
    undo.push(makeSortable({ element, handle: null, list: 'list', id, index, onDragging, onEdge, onDrop }));
  }
});

const row = (index: number) => ({ drag: adapter.drags[index] as Drag, target: adapter.targets[index] as Drag });
const source = (index: number) => ({ data: row(index).drag.getInitialData?.({}) as Record<string, unknown> });
/** Returns a row's drop data for a pointer at this height. */
const at = (index: number, clientY: number) => ({
  data: row(index).target.getData?.({ input: { clientX: 50, clientY } }) as object,
});
const drop = (from: number, on: number, clientY: number) =>
  row(on).target.onDrop?.({ source: source(from), self: at(on, clientY) });

test('A dragged row is dropped at the edge of another that is nearer, and where it stood it moves nothing', () => {
  drop(0, 2, 140);
  drop(2, 0, 10);
  drop(0, 2, 110);
  drop(0, 1, 60);
  expect(told.mock.calls.filter(([what]) => what === 'drop')).toEqual([
    ['drop', 'c', 'a', 2],
    ['drop', 'a', 'c', 0],
    ['drop', 'c', 'a', 1],
  ]);
  // The mark of where it would land goes with it.
  expect(told.mock.calls.filter(([what]) => what === 'edge')).toEqual(
    ['c', 'a', 'c', 'b'].map(id => ['edge', id, null]),
  );
});

test('A row shows where another would land, nothing while it is itself dragged, nor once it is left', () => {
  const over = (from: number, on: number, clientY: number) =>
    row(on).target.onDrag?.({ source: source(from), self: at(on, clientY) });
  over(0, 1, 60);
  over(0, 1, 90);
  over(1, 1, 60);
  row(1).target.onDragLeave?.({});
  row(0).drag.onDragStart?.({});
  row(0).drag.onDrop?.({});
  expect(told.mock.calls).toEqual([
    ['edge', 'b', 'top'],
    ['edge', 'b', 'bottom'],
    ['edge', 'b', null],
    ['edge', 'b', null],
    ['dragging', 'a', true],
    ['dragging', 'a', false],
  ]);
});

test('A row that has a handle is dragged by that alone, any other by the whole of it', () => {
  const [element, handle] = [document.createElement('li'), document.createElement('span')];
  const [onDragging, onEdge, onDrop] = [told, told, told];
  makeSortable({ element, handle, list: 'list', id: 'd', index: 3, onDragging, onEdge, onDrop });
  expect(adapter.drags.map(drag => Reflect.get(drag, 'dragHandle'))).toEqual([undefined, undefined, undefined, handle]);
  expect([adapter.drags, adapter.targets].map(all => Reflect.get(all[3] as object, 'element'))).toEqual([
    element,
    element,
  ]);
});

test('Rows of another list are not dropped here, and a row that is gone is dragged no more', () => {
  const may = (list: string) => row(1).target.canDrop?.({ source: { data: { ...source(0).data, list } } });
  expect([may('list'), may('another')]).toEqual([true, false]);
  for (const end of undo) end();
  expect(adapter.gone).toBe(6);
});
