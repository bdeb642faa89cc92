import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index';

/** Edge of a row where a dragged row would land. */
export type Edge = 'top' | 'bottom';

interface DraggedRow {
  element: HTMLElement;
  /** Handle to drag by; null: the whole row. */
  handle: HTMLElement | null;
  /** Id of the row's list; rows of other lists can't be dropped here. */
  list: string;
  id: string;
  index: number;
  onDragging: (dragged: boolean) => void;
  /** Called with the edge where the row dragged over this one would land; null if there is none, or if it would not move. */
  onEdge: (edge: Edge | null) => void;
  /** Called when a row of the list is dropped here, with its new index. */
  onDrop: (id: string, to: number) => void;
}

const edgeOf = (data: Record<string | symbol, unknown>): Edge | null => {
  const found = extractClosestEdge(data);
  return found === 'top' || found === 'bottom' ? found : null;
};

/** Makes a row draggable, and a drop target for rows of its list. Returns the cleanup function. */
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
