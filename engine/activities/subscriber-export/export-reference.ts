/** Names the one export an activity works on. */
export interface ExportReference {
  readonly exportId: number;
}
