/** Kinds of the other tenant's steady calls and imports, each at its own pace. */
export const KINDS = [
  'refused',
  'detail',
  'by email',
  'update',
  'create',
  'page',
  'health',
  'small import',
  'medium import',
] as const;
export type Kind = (typeof KINDS)[number];

/** One call or import: when it began within its phase, how long it took, and what was wrong with it. */
export interface Sample {
  readonly kind: Kind;
  readonly ms: number;
  /** null: answered as it should be, or an import whose every row is where it belongs. */
  readonly wrong: string | null;
}

/** Samples of the other tenant, by the name of the phase in which a call began. */
export type Seen = Readonly<Record<string, readonly Sample[]>>;
