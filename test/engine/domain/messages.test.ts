import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createMessages, joinRowMessages } from '../../../engine/domain/messages.ts';

describe('a list of messages', () => {
  test('joins a few messages with semicolons', () => {
    const messages = createMessages();
    messages.add('name cannot be blank');
    messages.add('email cannot be blank');
    expect(messages.text()).toBe('name cannot be blank; email cannot be blank');
  });

  test('keeps the first ones and counts the rest', () => {
    const messages = createMessages();
    for (let at = 1; at <= 500; at++) messages.add(`entry ${at} is wrong`);
    expect(messages.count).toBe(500);
    expect(messages.text()).toMatch(/^entry 1 is wrong; .*entry 20 is wrong; and 480 more$/);
  });

  test('of a row has a bounded length, whatever the fields are called', () => {
    const messages = Array.from({ length: 30 }, (_, n) => `${'Field'.repeat(40)} ${n} must be a number`);
    const text = joinRowMessages(messages);
    expect(text).toMatch(/; and 26 more$/);
    expect(text.length).toBeLessThan(BOUNDS.rowMessages.max + 100);
  });

  test('shortens a message that repeats a long input, without half of a character at its end', () => {
    const messages = createMessages();
    messages.add('😀'.repeat(100_000));
    expect(messages.text().length).toBe(BOUNDS.messageText.max);
    expect(messages.text().isWellFormed()).toBe(true);
  });
});
