/** An event of a stream of Server-Sent Events. */
interface ServerSentEvent {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

/** Reads the events of a stream; comments, such as heartbeats, are left out. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = valuesOf(lines, 'data');
      if (data.length > 0) {
        const type = valuesOf(lines, 'event').at(-1) ?? 'message';
        yield { id: valuesOf(lines, 'id').at(-1) ?? null, type, data: data.join('\n') };
      }
    }
  }
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trimStart());
}
