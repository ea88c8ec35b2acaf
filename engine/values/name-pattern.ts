/**
 * A test for names that ignores case; `*` in the pattern stands for any run of characters. Its time is linear in the
 * name, whatever the pattern: both may come from a stranger, so no regular expression is made of it.
 */
export function matchesPattern(pattern: string): (name: string) => boolean {
  const parts = pattern.toLowerCase().split('*');
  const first = parts.shift() ?? '';
  const last = parts.pop();
  if (last === undefined) return (name) => name.toLowerCase() === first;

  return (name) => {
    const text = name.toLowerCase();
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let position = first.length;
    for (const part of parts) {
      const at = text.indexOf(part, position);
      if (at < 0 || at + part.length > end) return false;
      position = at + part.length;
    }
    return true;
  };
}
