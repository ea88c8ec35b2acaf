import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { killTestWorkers } from './kill-test-workers.ts';
import { Standstills } from './standstills.ts';

/**
 * Says why tests were skipped, which failed and when the machine stood still, names tests that hang and, as the very last
 * line of the run, how many passed, failed and were skipped. Vitest leaves errors outside of tests to it: the run fails
 * with each, except where a process of tests only waited too long for this one.
 */
export default class ClosingLineReporter implements Reporter {
  /** The files that wait or are under way. */
  private readonly running = new Set<TestModule>();
  /** Time of the last report of any of them: a file may wait for its turn longer than a test may hang. */
  private heardAt = Date.now();
  private readonly counts = { passed: 0, failed: 0, skipped: 0 };
  private ended = false;
  private failedLines: readonly string[] = [];
  private readonly standstills = new Standstills();

  onInit(): void {
    // Servers are stopped after the last report, and what that prints must not come behind the closing line.
    // In front of Vitest's own listeners, which end the process at once.
    process.prependOnceListener('exit', () => {
      // What Vitest prints of failures stands far above the end of a long run.
      for (const line of [...this.failedLines, ...this.standstills.lines, this.closingLine()]) {
        process.stdout.write(`${line}\n`);
      }
    });
    process.prependOnceListener('SIGTERM', () => this.giveUp('The run was stopped from outside'));
    // Vitest ends tests that wait too long; one that never yields is out of its reach.
    setInterval(() => this.watch(), 5_000).unref();
    this.standstills.watch();
  }

  onTestModuleQueued(module: TestModule): void {
    this.hear(module);
  }

  onTestModuleCollected(module: TestModule): void {
    this.hear(module);
  }

  onTestCaseReady({ module }: TestCase): void {
    this.hear(module);
  }

  onTestCaseResult(testCase: TestCase): void {
    this.hear(testCase.module);
    const { state } = testCase.result();
    if (state !== 'pending') this.counts[state] += 1;
  }

  onTestModuleEnd(module: TestModule): void {
    this.hear(module);
    this.running.delete(module);
  }

  onProcessTimeout(): void {
    this.giveUp('The run could not end');
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that does not load, a failed hook around tests and an error outside of them count as failures too.
    const brokenModules = modules.filter((module) => !module.ok() && !hasFailedTest(module)).length;
    this.counts.passed = count('passed');
    const errors = unhandledErrors.filter(({ message }) => !isLateReport(message));
    this.counts.failed = count('failed') + count('pending') + brokenModules + errors.length;
    this.counts.skipped = count('skipped');
    this.ended = true;
    if (errors.length > 0) process.exitCode = 1;
    reportSkipped(tests);
    this.failedLines = linesOfFailed(modules);
  }

  private hear(module: TestModule): void {
    this.running.add(module);
    this.heardAt = Date.now();
  }

  private watch(): void {
    if (this.running.size > 0 && Date.now() - this.heardAt > HUNG_AFTER_MS) this.giveUp('A test hangs and was killed');
  }

  private giveUp(reason: string): void {
    const modules = [...this.running];
    // A test that never yields cannot even say that it has begun, so it is the first one without a result or near it.
    const tests = modules.map((module) => [...module.children.allTests('pending')].map(nameOf).slice(0, 3).join(''));
    process.stderr.write(`\n${reason}. Without a result, the running one first:\n${tests.join('') || '  no test\n'}`);
    killTestWorkers();
    process.exit(1);
  }

  private closingLine(): string {
    const { passed, skipped } = this.counts;
    // A run that broke off is never a success, even when no test had failed until then.
    const failed = this.counts.failed + (this.ended ? 0 : Math.max(1, this.running.size));
    return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  }
}

/** Whether a process of tests only waited more than a minute for the answer to a report. */
function isLateReport(message: string): boolean {
  return message.startsWith('[vitest-worker]: Timeout calling "onTaskUpdate"');
}

const HUNG_AFTER_MS = Number(process.env['HUNG_TEST_MS'] ?? 10 * 60_000);

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests('failed')].length > 0;
}

/** Each test that failed, with the first line of its first error, and last the files that it takes to run them again. */
function linesOfFailed(modules: readonly TestModule[]): readonly string[] {
  const failed = modules.filter((module) => !module.ok());
  if (failed.length === 0) return [];
  const tests = failed.flatMap((module) => [...module.children.allTests('failed')]);
  const files = failed.map(({ moduleId }) => relative(process.cwd(), moduleId));
  return [
    'Failed tests:',
    ...tests.map((test) => `${nameOf(test)}    ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`),
    `${FAILED_FILES}${files.join(' ')}`,
  ];
}

/** `.ci/run` reads what follows it. */
const FAILED_FILES = 'Failed files: ';

function reportSkipped(tests: readonly TestCase[]): void {
  const reasons = new Map<string, TestCase[]>();
  for (const test of tests) {
    const result = test.result();
    if (result.state !== 'skipped') continue;
    const reason = result.note ?? 'no reason was given';
    reasons.set(reason, [...(reasons.get(reason) ?? []), test]);
  }
  for (const [reason, skipped] of reasons) {
    process.stdout.write(`\nSkipped because ${reason}:\n${skipped.map(nameOf).join('')}`);
  }
}

function nameOf(test: TestCase): string {
  return `  ${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}\n`;
}
