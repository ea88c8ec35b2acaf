/** Thrown when promises did not hold; its message has a sentence for each. */
export class PromiseBroken extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'PromiseBroken';
  }
}

/** Does nothing without sentences about what is wrong. @throws PromiseBroken */
export function requireNone(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new PromiseBroken(sentences);
}
