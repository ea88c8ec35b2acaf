import { describe, expect, it } from 'vitest';
import { createLanes } from '../../../engine/csv/lanes.ts';

const never = new AbortController().signal;

/** Work that runs until it is let go. */
function held(): { work: () => Promise<string>; letGo: () => void; begun: () => boolean } {
  let begun = false;
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  return { work: () => ((begun = true), gone.then(() => 'done')), letGo, begun: () => begun };
}

describe('lanes', () => {
  it('run as many pieces at once as there are lanes, and the next one when a lane is free', async () => {
    const lanes = createLanes(2);
    const pieces = [held(), held(), held()];
    const results = pieces.map((piece) => lanes.run(piece.work, never));
    await Promise.resolve();
    expect(pieces.map((piece) => piece.begun())).toEqual([true, true, false]);
    pieces[0]!.letGo();
    await results[0];
    await new Promise(setImmediate);
    expect(pieces[2]!.begun()).toBe(true);
    pieces.forEach((piece) => piece.letGo());
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  });

  it('free the lane of a piece that fails', async () => {
    const lanes = createLanes(1);
    await expect(lanes.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
    expect(await lanes.run(() => Promise.resolve('next'), never)).toBe('next');
  });

  it('let a piece that is cancelled while it waits go, and give its turn to the next', async () => {
    const lanes = createLanes(1);
    const [first, second] = [held(), held()];
    const cancelling = new AbortController();
    const running = lanes.run(first.work, never);
    const cancelled = lanes.run(() => Promise.resolve('too late'), cancelling.signal);
    const waiting = lanes.run(second.work, never);
    cancelling.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    first.letGo();
    second.letGo();
    expect(await Promise.all([running, waiting])).toEqual(['done', 'done']);
  });
});
