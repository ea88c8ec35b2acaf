import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../engine/secrets/secret-box.ts';

const RECORD = Buffer.from('record');

describe('a secret box', () => {
  const box = createSecretBox(randomBytes(32));

  it('gives back what was sealed', () => {
    expect(box.open(box.seal('MTpabc=', RECORD), RECORD)).toBe('MTpabc=');
    expect(box.open(box.seal('', RECORD), RECORD)).toBe('');
  });

  it('seals one text differently each time, and shows nothing of it', () => {
    const [first, second] = [box.seal('MTpabc=', RECORD), box.seal('MTpabc=', RECORD)];
    expect(first.equals(second)).toBe(false);
    expect(first.toString('latin1')).not.toContain('MTpabc=');
  });

  it('opens nothing that another key sealed', () => {
    expect(createSecretBox(randomBytes(32)).open(box.seal('text', RECORD), RECORD)).toBeNull();
  });

  it('opens nothing that belongs to another record', () => {
    expect(box.open(box.seal('text', RECORD), Buffer.from('other'))).toBeNull();
  });

  it('opens nothing that was changed or cut, wherever that is', () => {
    const sealed = box.seal('text', RECORD);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(box.open(changed, RECORD)).toBeNull();
      expect(box.open(sealed.subarray(0, at), RECORD)).toBeNull();
    }
  });
});
