import type { Cancel, Clock } from './clock.ts';

/** One thing that a process waits for: begins it, and returns how to call it off. */
export type Step = (resume: (value?: unknown) => void, fail: (error: Error) => void) => Cancel;

/**
 * Something that takes virtual time, written as a generator that yields its steps. Its `finally` blocks also run when it is
 * called off, so they release what it holds.
 */
export type Process<Result = void> = Generator<Step, Result, unknown>;

/** Runs a process. Called off, it neither ends nor fails. */
export function begin<Result>(
  process: Process<Result>,
  ended: (result: Result) => void,
  failed: (error: Error) => void,
): Cancel {
  let cancelStep: Cancel = () => undefined;
  let isOver = false;
  const advance = (move: () => IteratorResult<Step, Result>) => {
    if (isOver) return;
    let next;
    try {
      next = move();
    } catch (error) {
      isOver = true;
      failed(error as Error);
      return;
    }
    if (next.done === true) {
      isOver = true;
      ended(next.value);
      return;
    }
    let isResumed = false;
    const once = (move: () => IteratorResult<Step, Result>) => {
      if (isResumed) return;
      isResumed = true;
      advance(move);
    };
    const cancel = next.value(
      (value) => once(() => process.next(value)),
      (error) => once(() => process.throw(error)),
    );
    if (!isResumed) cancelStep = cancel;
  };
  advance(() => process.next());
  return () => {
    if (isOver) return;
    isOver = true;
    cancelStep();
    process.return(undefined as Result);
  };
}

/** Processes that are called off together. */
export interface Processes {
  /** Runs one; the error of one whose failure nobody takes is thrown. */
  run<Result>(process: Process<Result>, ended: (result: Result) => void, failed?: (error: Error) => void): void;
  callOff(): void;
}

export function createProcesses(): Processes {
  const underWay = new Set<Cancel>();
  return {
    run: (process, ended, failed = raise) => {
      let cancel: Cancel | null = null;
      let isOver = false;
      const over = () => {
        isOver = true;
        if (cancel !== null) underWay.delete(cancel);
      };
      const begun = begin(
        process,
        (result) => (over(), ended(result)),
        (error) => (over(), failed(error)),
      );
      if (isOver) return;
      cancel = begun;
      underWay.add(cancel);
    },
    callOff: () => {
      for (const cancel of underWay) cancel();
      underWay.clear();
    },
  };
}

function raise(error: Error): never {
  throw error;
}

/** Waits for a time. */
export function* wait(clock: Clock, seconds: number): Process {
  yield (resume) => clock.after(seconds, resume);
}

/** Waits for several processes at the same time. */
export function* all(processes: readonly Process<unknown>[]): Process {
  yield (resume, fail) => {
    let left = processes.length;
    const cancels: Cancel[] = [];
    const cancelAll = () => cancels.forEach((cancel) => cancel());
    for (const process of processes) {
      cancels.push(
        begin(
          process,
          () => {
            if (--left === 0) resume();
          },
          (error) => {
            cancelAll();
            fail(error);
          },
        ),
      );
    }
    return cancelAll;
  };
}

/** Waits for a promise while no virtual time passes. */
export function* inNoTime<Result>(clock: Clock, work: () => Promise<Result>): Process<Result> {
  const result = yield (resume, fail) => {
    clock.hold(work().then(resume, (error: unknown) => fail(error as Error)));
    return () => undefined;
  };
  return result as Result;
}

/** Repeats another process until the work ends. */
export function* alongside<Result>(repeated: () => Process, work: Process<Result>): Process<Result> {
  const result = yield (resume, fail) => {
    const stop = begin(
      forever(repeated),
      () => undefined,
      (error) => fail(error),
    );
    return beginBeside(stop, work, resume, fail);
  };
  return result as Result;
}

function* forever(process: () => Process): Process {
  for (;;) yield* process();
}

/** Calls the work off when it takes longer. @throws what `timedOut` returns */
export function* within<Result>(
  clock: Clock,
  seconds: number,
  work: Process<Result>,
  timedOut: () => Error,
): Process<Result> {
  if (seconds === Infinity) return yield* work;
  const result = yield (resume, fail) => {
    let end: Cancel = () => undefined;
    const timer = clock.after(seconds, () => {
      end();
      fail(timedOut());
    });
    end = beginBeside(timer, work, resume, fail);
    return end;
  };
  return result as Result;
}

/** Begins the work beside something else, which is called off with the work and when that ends. */
function beginBeside<Result>(
  stopOther: Cancel,
  work: Process<Result>,
  resume: (result: Result) => void,
  fail: (error: Error) => void,
): Cancel {
  const end = begin(
    work,
    (result) => {
      stopOther();
      resume(result);
    },
    (error) => {
      stopOther();
      fail(error);
    },
  );
  return () => {
    stopOther();
    end();
  };
}
