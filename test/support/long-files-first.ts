import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Test files that take minutes; the size of a file, by which Vitest orders those it does not know, does not show it. */
const LONG = [
  'test/chaos/attack/attack',
  'test/chaos/',
  'test/e2e/embedded-engine',
  'test/e2e/stuck',
  'test/e2e/package',
  'test/api/fuzz/',
  'test/contract/bad-input',
  'test/console/',
  'test/engine/activities/subscriber-import/any-import',
  'test/e2e/',
];

/** Starts long test files first, so that no core is idle at the end while the last long file runs. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((path) => moduleId.includes(path));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
