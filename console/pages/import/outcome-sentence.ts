import type { components } from '../../../client/index.ts';
import { formatCount, formatCountOf } from '../../parts/format.ts';

type Stats = components['schemas']['SubscriberImport']['stats'];

/** Predicted outcome, counted by the dry run: "Add 48,210 and update 1,344 subscribers of News; 446 rows fail". */
export function outcomeSentence({ subscribers, reactivated, deactivated }: Stats, listName: string): string {
  const { added, updated, failed, ...skipped } = subscribers;
  const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const changes = [
    ...(added > 0 ? [`add ${formatCount(added)}`] : []),
    ...(updated > 0 ? [`update ${formatCount(updated)}`] : []),
    ...((deactivated ?? 0) > 0 ? [`deactivate ${formatCount(deactivated)}`] : []),
  ];
  const changed = added + updated + (deactivated ?? 0);
  const noun = changed === 1 ? 'subscriber' : 'subscribers';
  const preposition = updated === 0 && (deactivated ?? 0) === 0 ? 'to' : 'of';
  const what =
    changes.length === 0
      ? `change no subscriber of ${listName}`
      : `${listOf(changes)} ${noun} ${preposition} ${listName}`;
  const rest = [
    ...((reactivated ?? 0) > 0
      ? [`${formatCount(reactivated)} become${reactivated === 1 ? 's' : ''} active again`]
      : []),
    ...(failed > 0 ? [`${formatCountOf(failed, 'row')} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(skips > 0 ? [`${formatCountOf(skips, 'row')} ${skips === 1 ? 'is' : 'are'} skipped`] : []),
  ];
  return [what.charAt(0).toUpperCase() + what.slice(1), ...rest].join('; ');
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
