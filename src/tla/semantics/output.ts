/** Generated code: lines and nested pieces, so that code can still be added where an earlier piece stands. */
export interface Block {
  readonly parts: (string | Block)[];
}

export const block = (): Block => ({ parts: [] });

/** A new piece at the end of a block. */
export function child(parent: Block): Block {
  const piece = block();
  parent.parts.push(piece);
  return piece;
}

export function emit(target: Block, line: string): void {
  target.parts.push(line);
}

export const isEmpty = (target: Block): boolean =>
  target.parts.every((part) => (typeof part === 'string' ? false : isEmpty(part)));

export function render(target: Block): string {
  const out: string[] = [];
  const write = (piece: Block): void => {
    for (const part of piece.parts) {
      if (typeof part === 'string') out.push(part);
      else write(part);
    }
  };
  write(target);
  return out.join('\n');
}
