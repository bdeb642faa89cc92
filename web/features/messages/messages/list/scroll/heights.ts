import { filesHeight } from '../../../files/open/layout.ts';
import { answeredIn, filesOf, type Row } from '../rows/rows.ts';

/** Measures in pixels, as in the style sheets; only estimates depend on them. */
const line = 22.5;
const codeLine = 19.4;
const character = 6.8;
const widest = 570;
/** Width beside the text: avatar and margins. */
const beside = 96;
const padding = 5;
const header = 22.5;
const day = 42;
const newLine = 30;
/** Height of the beginning of a place. */
const beginning = 211;
/** Height of a line of joins and departures. */
const moves = 27;
/** Height of the line above an answer. */
const answered = 23;
/** Measures of the reactions: each emoji with its count, and the button after them. */
const reaction = { width: 54, height: 30, around: 7 };

/** Measures of the line of a thread under its root, and of the line of a copy above its text. */
const thread = 40;
const copied = 23;

const fence = /^\s*```/;

/** Estimates the height of a row in a list `width` pixels wide. */
export function estimateHeight(row: Row, width: number): number {
  const perLine = Math.max(10, Math.floor(Math.min(width - beside, widest) / character));
  let height = padding;
  let inCode = false;
  let afterBlank = true;
  for (const text of row.content.split('\n')) {
    if (fence.test(text)) {
      inCode = !inCode;
      height += 9;
    } else if (inCode) height += codeLine;
    else if (text.trim() !== '') height += Math.ceil(text.length / perLine) * line;
    else if (!afterBlank) height += 8;
    afterBlank = text.trim() === '';
  }
  height += filesHeight(filesOf(row), width - beside);
  const reactions = row.kind === 'message' ? row.message.reactions.length : 0;
  if (reactions > 0) {
    const inLine = Math.max(1, Math.floor((width - beside) / reaction.width));
    height += reaction.around + Math.ceil((reactions + 1) / inLine) * reaction.height - 4;
  }
  if (row.kind === 'message' && row.message.thread) height += thread;
  if (row.kind === 'message' && row.message.copyOf) height += copied;
  if (answeredIn(row)) height += answered;
  if (row.header) height += header;
  if (row.day !== null) height += day;
  if (row.begins) height += beginning;
  if (row.firstNew) height += newLine;
  if (row.replies !== null) height += newLine;
  if (row.moves?.earlier.length) height += moves;
  if (row.moves?.ofDay.length) height += moves;
  return height;
}

/** Heights of the rows: measured once rendered, estimated before. */
export class Heights {
  private width = 0;
  private known = new WeakMap<Row, number>();

  /** Sets the width, and drops the measures of another width, where rows wrap differently. */
  setWidth(width: number): void {
    if (width === this.width) return;
    this.width = width;
    this.known = new WeakMap();
  }

  measured(row: Row, height: number): void {
    this.known.set(row, height);
  }

  readonly of = (row: Row): number => {
    const known = this.known.get(row);
    if (known !== undefined) return known;
    const height = estimateHeight(row, this.width);
    this.known.set(row, height);
    return height;
  };
}
