import { activityInfo } from '@temporalio/activity';

type Activities = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The activities of two compositions of one registry: where one runs as a local activity, that of the first. */
export function byPlace({ local, others }: { readonly local: object; readonly others: object }): object {
  const [ofLocal, ofOthers] = [local as Activities, others as Activities];
  return Object.fromEntries(
    Object.entries(ofOthers).map(([name, activity]) => [
      name,
      (...args: unknown[]) => (activityInfo().isLocal ? (ofLocal[name] ?? activity) : activity)(...args),
    ]),
  );
}
