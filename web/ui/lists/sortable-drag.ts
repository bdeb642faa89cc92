import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index';

export type Edge = 'top' | 'bottom';

interface DraggedRow {
  element: HTMLElement;
  /** Where it is taken from; absent: anywhere on it. */
  handle: HTMLElement | null;
  /** The list it belongs to: nothing is dropped from another one. */
  list: string;
  id: string;
  index: number;
  onDragging: (dragged: boolean) => void;
  /** Where what is above it would land; null: nothing is, or it would land nowhere new. */
  onEdge: (edge: Edge | null) => void;
  /** A row of its list was dropped here: it goes to this index. */
  onDrop: (id: string, to: number) => void;
}

const edgeOf = (data: Record<string | symbol, unknown>): Edge | null => {
  const found = extractClosestEdge(data);
  return found === 'top' || found === 'bottom' ? found : null;
};

/** Lets a row be dragged, and others of its list be dropped on it; answers how to end that. */
export function makeSortable({ element, handle, list, id, index, onDragging, onEdge, onDrop }: DraggedRow): () => void {
  return combine(
    draggable({
      element,
      dragHandle: handle ?? undefined,
      getInitialData: () => ({ list, id, index }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === list,
      getData: ({ input }) => attachClosestEdge({ index }, { input, element, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self, source }) => onEdge(source.data.id === id ? null : edgeOf(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ self, source }) => {
        onEdge(null);
        const to = getReorderDestinationIndex({
          startIndex: Number(source.data.index),
          indexOfTarget: index,
          closestEdgeOfTarget: edgeOf(self.data),
          axis: 'vertical',
        });
        if (to !== source.data.index) onDrop(String(source.data.id), to);
      },
    }),
  );
}
