import { inTime } from './in-time.ts';

/** Tells whether a question is answered, with whatever, within the milliseconds; a late or failed one is not. */
export async function answers(question: () => Promise<unknown>, milliseconds: number): Promise<boolean> {
  return inTime(milliseconds, question()).then(
    () => true,
    () => false,
  );
}
