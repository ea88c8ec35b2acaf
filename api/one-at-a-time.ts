/** Has those who ask while an answer is under way wait for the same one. */
export function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () => (underWay ??= ask().finally(() => (underWay = null)));
}
