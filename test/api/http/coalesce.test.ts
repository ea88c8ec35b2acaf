import { describe, expect, it } from 'vitest';
import { coalescePerKey } from '../../../api/http/coalesce.ts';

/** Questions that are answered when a test says so. */
function openQuestions() {
  const questions: { key: string; answer: (answer: string | null) => void; fail: (error: Error) => void }[] = [];
  const ask = coalescePerKey<string, string>(
    (key) => key,
    (key) => new Promise((resolve, reject) => questions.push({ key, answer: resolve, fail: reject })),
  );
  const question = (at: number) => {
    const asked = questions[at];
    if (asked === undefined) throw new Error(`Question ${at} has not been asked.`);
    return asked;
  };
  return { ask, question, count: () => questions.length };
}

/** Lets what follows an answer happen. */
const settled = () => new Promise(setImmediate);

describe('questions in turn', () => {
  it('ask once for all who came while another answer was under way, and only after it', async () => {
    const { ask, question, count } = openQuestions();
    const first = ask('a');
    const others = [ask('a'), ask('a')];
    expect(count()).toBe(1);
    question(0).answer('old');
    await expect(first).resolves.toBe('old');
    await settled();
    expect(count()).toBe(2);
    question(1).answer('new');
    await expect(Promise.all(others)).resolves.toEqual(['new', 'new']);
  });

  it('do not wait for questions about something else', () => {
    const { ask, count } = openQuestions();
    void ask('a');
    void ask('b');
    expect(count()).toBe(2);
  });

  it('ask anew when everything has been answered', async () => {
    const { ask, question, count } = openQuestions();
    const first = ask('a');
    question(0).answer('old');
    await first;
    await settled();
    void ask('a');
    expect(count()).toBe(2);
  });

  it('tell those who wait when nobody was there to answer, and ask the next one who comes', async () => {
    const { ask, question, count } = openQuestions();
    const both = [ask('a'), ask('a')];
    question(0).answer(null);
    await expect(Promise.all(both)).resolves.toEqual([null, null]);
    expect(count()).toBe(1);
    void ask('a');
    expect(count()).toBe(2);
  });

  it('go on after one that failed, whose fault is told to whoever asked it', async () => {
    const { ask, question } = openQuestions();
    const first = ask('a');
    const second = ask('a');
    question(0).fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    question(1).answer('new');
    await expect(second).resolves.toBe('new');
  });
});
