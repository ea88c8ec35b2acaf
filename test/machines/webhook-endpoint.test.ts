import { SimulatedClock, createActor, fromPromise } from 'xstate';
import type { Snapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../machines/faults.ts';
import { webhookEndpointMachine } from '../../machines/webhook-endpoint.ts';
import { webhookEndpointView } from '../../machines/webhook-endpoint-view.ts';
import type { DeliveryRound, WebhookEndpointInput } from '../../machines/webhook-endpoint.ts';

const HOUR = 3_600_000;
const DELIVERED: DeliveryRound = { delivered: 1, failed: 0, hasMore: false, isExhausted: false };
const AWAY: DeliveryRound = { delivered: 0, failed: 2, hasMore: true, isExhausted: false };

describe('the delivery to a webhook endpoint', () => {
  it('ends when nothing waits', async () => {
    const endpoint = start();
    await endpoint.ends(DELIVERED);
    expect(endpoint.value()).toBe('idle');
  });

  it('goes on when events are recorded, or the endpoint is enabled, while its workflow ends', async () => {
    for (const [round, event, end] of [
      [DELIVERED, 'EVENTS_RECORDED', 'idle'],
      [{ ...AWAY, isExhausted: true }, 'RETRY', 'disabled'],
    ] as const) {
      const endpoint = start();
      await endpoint.ends(round);
      if (endpoint.value() === 'disabling') await endpoint.ends(undefined);
      expect(endpoint.value()).toBe(end);
      endpoint.actor.send({ type: event });
      expect(endpoint.value()).toBe('delivering');
    }
  });

  it('works on another round when more waits, after a checkpoint', async () => {
    const endpoint = start();
    await endpoint.ends({ ...DELIVERED, hasMore: true });
    expect(endpoint.value()).toBe('between_rounds');
    endpoint.actor.send({ type: 'PROCEED' });
    expect(endpoint.value()).toBe('delivering');
  });

  it('works on another round when events were recorded during the last one', async () => {
    const endpoint = start();
    endpoint.actor.send({ type: 'EVENTS_RECORDED' });
    await endpoint.ends(DELIVERED);
    expect(endpoint.value()).toBe('between_rounds');
    endpoint.actor.send({ type: 'PROCEED' });
    await endpoint.ends(DELIVERED);
    expect(endpoint.value()).toBe('idle');
  });

  it('waits longer after each round that delivers nothing, at most an hour', async () => {
    const endpoint = start();
    const waits: number[] = [];
    for (let round = 0; round < 14; round++) {
      await endpoint.ends(AWAY);
      waits.push(endpoint.waitsFor());
      endpoint.actor.send({ type: 'PROCEED' });
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(waits.slice(-2)).toEqual([HOUR, HOUR]);
  });

  it('waits a second again once the endpoint takes some events', async () => {
    const endpoint = start();
    for (let round = 0; round < 5; round++) {
      await endpoint.ends(AWAY);
      endpoint.waitsFor();
      endpoint.actor.send({ type: 'PROCEED' });
    }
    await endpoint.ends({ ...AWAY, delivered: 3, failed: 1 });
    expect(endpoint.waitsFor()).toBe(1_000);
  });

  it('does not end its back-off for new events, but for a retry', async () => {
    const endpoint = start();
    await endpoint.ends(AWAY);
    endpoint.actor.send({ type: 'EVENTS_RECORDED' });
    expect(endpoint.value()).toBe('waiting');
    endpoint.actor.send({ type: 'RETRY' });
    expect(endpoint.value()).toBe('delivering');
    expect(endpoint.actor.getSnapshot().context.failedRounds).toBe(0);
  });

  it('disables the endpoint when every attempt has failed for the time of retries', async () => {
    const endpoint = start();
    await endpoint.ends({ ...AWAY, isExhausted: true });
    expect(endpoint.value()).toBe('disabling');
    await endpoint.ends(undefined);
    expect(endpoint.value()).toBe('disabled');
  });

  it('stalls when the work is refused, and goes on with a retry', async () => {
    const endpoint = start();
    await endpoint.fails({ type: 'DataRefused', message: 'Postgres refused the work.' });
    endpoint.actor.send({ type: 'EVENTS_RECORDED' });
    expect(endpoint.value()).toBe('stalled');
    expect(endpoint.view()).toMatchObject({ health: 'stalled', error_message: 'Postgres refused the work.' });
    endpoint.actor.send({ type: 'RETRY' });
    expect(endpoint.view()).toMatchObject({ state: 'delivering', health: 'ok', error_message: null });
    await endpoint.ends({ ...AWAY, isExhausted: true });
    await endpoint.fails({ type: 'DataRefused', message: 'Postgres refused the work.' });
    expect(endpoint.view()).toMatchObject({ health: 'stalled' });
  });

  it('is shown as retrying from the first failure to the next success', async () => {
    const endpoint = start();
    expect(endpoint.view().state).toBe('delivering');
    await endpoint.ends(AWAY);
    expect(endpoint.view()).toEqual({ state: 'retrying', health: 'ok', error_message: null, failed_rounds: 1 });
    endpoint.waitsFor();
    endpoint.actor.send({ type: 'PROCEED' });
    expect(endpoint.view().state).toBe('retrying');
    await endpoint.ends({ ...DELIVERED, hasMore: true });
    expect(endpoint.view().state).toBe('delivering');
    endpoint.actor.send({ type: 'PROCEED' });
    await endpoint.ends(DELIVERED);
    expect(endpoint.view().state).toBe('idle');
  });

  it('reaches the end of three days of an endpoint that is away in fewer than 100 rounds', async () => {
    const endpoint = start();
    let rounds = 0;
    for (let waited = 0; waited < 72 * HOUR; rounds++) {
      await endpoint.ends(AWAY);
      waited += endpoint.waitsFor();
      endpoint.actor.send({ type: 'PROCEED' });
    }
    expect(rounds).toBeGreaterThan(72);
    expect(rounds).toBeLessThan(100);
  });

  it('goes on from a checkpoint, with its count of failures', async () => {
    const first = start();
    await first.ends(AWAY);
    first.waitsFor();
    const kept = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot())) as Snapshot<unknown>;
    const next = start(kept);
    next.actor.send({ type: 'PROCEED' });
    await next.ends(AWAY);
    expect(next.waitsFor()).toBe(2_000);
  });
});

/** Starts the machine on a clock that only the test moves; its work waits until the test ends it. */
function start(snapshot?: Snapshot<unknown>) {
  const clock = new SimulatedClock();
  let end: (output: never) => void = () => undefined;
  let fail: (fault: Fault) => void = () => undefined;
  const work = <Output>() =>
    fromPromise<Output, WebhookEndpointInput>(
      () => new Promise((resolve, reject) => ([end, fail] = [resolve, reject])),
    );
  const machine = webhookEndpointMachine.provide({ actors: { deliver: work(), disable: work() } });
  const actor = createActor(machine, { input: { endpointId: 1 }, clock, ...(snapshot && { snapshot }) });
  actor.start();
  return {
    actor,
    value: () => actor.getSnapshot().value,
    ends: async (output: unknown) => {
      end(output as never);
      await new Promise((resolve) => setImmediate(resolve));
    },
    fails: async (fault: Fault) => {
      fail(fault);
      await new Promise((resolve) => setImmediate(resolve));
    },
    view: () => webhookEndpointView(actor.getSnapshot()),
    /** Moves the clock to the end of the back-off; @returns its milliseconds */
    waitsFor: () => {
      const began = clock.now();
      for (let step = 1_000; actor.getSnapshot().value === 'waiting'; step *= 2) {
        clock.set(Math.min(began + step, began + HOUR));
      }
      return clock.now() - began;
    },
  };
}
