/** Sender of a command to a job. */
interface Actor {
  readonly type: string;
  readonly id: number | null;
  readonly name: string | null;
}

/** The sender of a command, as the end of a sentence. */
export function actorName({ type, id, name }: Actor): string {
  const kinds: Readonly<Record<string, string>> = {
    api_key: name === null ? `API key ${id ?? ''}` : `API key “${name}”`,
    user: name ?? `user ${id ?? ''}`,
    operator: `operator ${name ?? ''}`,
    list_deletion: `the deletion of list ${id ?? ''}`,
    maintenance: 'the service',
    guard: 'a limit of the import',
    temporal: 'the Temporal UI',
  };
  return kinds[type] ?? type;
}
