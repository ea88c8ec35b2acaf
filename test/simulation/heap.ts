/** A priority queue: the least entry is taken first, of equal ones the one that was added first. */
export interface Heap<Entry> {
  readonly size: number;
  peek(): Entry | undefined;
  add(rank: number, entry: Entry): void;
  take(): Entry | undefined;
}

interface Node<Entry> {
  readonly rank: number;
  /** The order of additions. */
  readonly turn: number;
  readonly entry: Entry;
}

/** Creates an empty binary heap. */
export function createHeap<Entry>(): Heap<Entry> {
  const nodes: Node<Entry>[] = [];
  let turns = 0;
  const isBefore = (a: number, b: number) => {
    const [first, second] = [nodes[a]!, nodes[b]!];
    return first.rank === second.rank ? first.turn < second.turn : first.rank < second.rank;
  };
  const swap = (a: number, b: number) => ([nodes[a], nodes[b]] = [nodes[b]!, nodes[a]!]);
  const rise = (from: number) => {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = () => {
    for (let at = 0; ;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < nodes.length);
      const least = children.reduce((best, child) => (isBefore(child, best) ? child : best), at);
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    get size() {
      return nodes.length;
    },
    peek: () => nodes[0]?.entry,
    add: (rank, entry) => {
      nodes.push({ rank, turn: turns++, entry });
      rise(nodes.length - 1);
    },
    take: () => {
      if (nodes.length === 0) return undefined;
      swap(0, nodes.length - 1);
      const node = nodes.pop();
      sink();
      return node?.entry;
    },
  };
}
