import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The alert rules that are shipped. */
export const RULES = new URL('../../../deploy/alerts.yaml', import.meta.url).pathname;

/** Seconds between two scrapes. */
export const SCRAPED_EACH = 5;

/** Values of each series that the rules read, one for each scrape; null where a scrape did not have it. */
export type Scraped = ReadonlyMap<string, readonly (number | null)[]>;

/** Scrapes that go on until they are ended. */
export interface Scrapes {
  /** The samples so far. */
  soFar(): Scraped;
  /** The number of scrapes so far. */
  count(): number;
  end(): Promise<void>;
}

/** Scrapes processes as Prometheus does. @param targets ports of their metrics on loopback, by the names of the processes */
export function beginScrapes(targets: Readonly<Record<string, number>>): Scrapes {
  const series = new Map<string, (number | null)[]>();
  let scrapes = 0;
  const ended = new AbortController();
  const scrapeAll = async () => {
    const found = await Promise.all(Object.entries(targets).map(([name, port]) => scrape(name, port)));
    const values = new Map(found.flat());
    for (const name of values.keys()) if (!series.has(name)) series.set(name, Array<null>(scrapes).fill(null));
    for (const [name, each] of series) each.push(values.get(name) ?? null);
    scrapes += 1;
  };
  const scrapeOn = async () => {
    for (let next = Date.now(); !ended.signal.aborted; next += SCRAPED_EACH * 1000) {
      await scrapeAll();
      await delay(Math.max(0, next + SCRAPED_EACH * 1000 - Date.now()), undefined, { signal: ended.signal }).catch(
        () => undefined,
      );
    }
  };
  const done = scrapeOn();
  return {
    soFar: () => new Map([...series].map(([name, values]) => [name, [...values]])),
    count: () => scrapes,
    end: async () => {
      ended.abort();
      await done;
    },
  };
}

/** Reads the samples that the rules read; none of a process that does not answer. */
async function scrape(instance: string, port: number): Promise<[series: string, value: number][]> {
  try {
    const signal = AbortSignal.timeout(SCRAPED_EACH * 1000);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { signal })).text();
    return [...text.matchAll(SAMPLE)].flatMap(([, name = '', labels = '', value = '']) =>
      READ.has(name) ? [[`${name}{${[`instance="${instance}"`, labels].filter(Boolean).join()}}`, Number(value)]] : [],
    );
  } catch {
    return [];
  }
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)/gm;

/** Names of the metrics in the rules. */
const READ = new Set(readFileSync(RULES, 'utf8').match(/\b(?:sluice|temporal|process)_[a-z0-9_]+\b/g));
