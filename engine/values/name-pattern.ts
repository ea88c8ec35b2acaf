/**
 * A test for names that ignores case; `*` in the pattern stands for any run of characters. Its time is linear in the
 * name, whatever the pattern: both may come from a stranger, so no regular expression is made of it.
 */
export function matchesPattern(pattern: string): (name: string) => boolean {
  const pieces = pattern.toLowerCase().split('*');
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return (name) => name.toLowerCase() === first;

  return (name) => {
    const text = name.toLowerCase();
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let position = first.length;
    for (const piece of pieces) {
      const at = text.indexOf(piece, position);
      if (at < 0 || at + piece.length > end) return false;
      position = at + piece.length;
    }
    return true;
  };
}
