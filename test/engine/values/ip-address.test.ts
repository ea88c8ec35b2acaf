import { describe, expect, it } from 'vitest';
import { isIpAddress } from '../../../engine/values/ip-address.ts';

describe('the address of a machine', () => {
  it.each(['10.0.0.1', '::1', '2001:db8::1', 'fe80::1', '::ffff:192.0.2.1'])('is %s', (text) => {
    expect(isIpAddress(text)).toBe(true);
  });

  it.each(['', '1.2.3', '256.0.0.1', '10.0.0.1:80', '[::1]', 'fe80::1%eth0', '::1%1', ' ::1', 'localhost'])(
    'is not %j',
    (text) => {
      expect(isIpAddress(text)).toBe(false);
    },
  );
});
