/** There was no answer in time, which says nothing about what became of the question. */
export class NoAnswerInTime extends Error {}

/** Waits for an answer, for so many milliseconds. @throws NoAnswerInTime after them; what the question throws */
export async function inTime<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerInTime(`No answer within ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
