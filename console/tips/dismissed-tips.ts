/** The ids of the tips that a user has dismissed in this browser. */
export function dismissedTips(userId: number): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(itemOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Notes that a user has dismissed a tip. */
export function dismissTip(userId: number, id: string): void {
  keep(() => localStorage.setItem(itemOf(userId), JSON.stringify([...new Set([...dismissedTips(userId), id])])));
}

/** Shows a user the tips again that were dismissed. */
export function restoreTips(userId: number): void {
  keep(() => localStorage.removeItem(itemOf(userId)));
}

function itemOf(userId: number): string {
  return `sluice.dismissed-tips.${userId}`;
}

/** A browser may have no place for it: then the tip comes again. */
function keep(write: () => void): void {
  try {
    write();
  } catch {
    // Nothing depends on it.
  }
}
