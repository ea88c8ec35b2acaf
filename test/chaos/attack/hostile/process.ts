import { setPriority } from 'node:os';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { createRandom } from '../../random.ts';
import type { Size } from '../../world/world.ts';
import { ATTACKS } from '../attacks/index.ts';
import type { Addresses } from '../service/tenants.ts';
import { createHostile } from './hostile.ts';
import { createTally } from './tally.ts';

// One attack in a process of its own. Where answers are measured, it has the lowest priority: a real attacker uses no processor
// of the service.

const [addressesText = '', name = '', seed = '0', size = 'short'] = process.argv.slice(2);
if (size === 'full') setPriority(19);
process.once('disconnect', () => process.exit(1));
const addresses = JSON.parse(addressesText) as Addresses;
const pool = createPool(addresses.databaseUrl, { max: 2, applicationName: 'chaos' });
const tally = createTally(size as Size);
const attack = ATTACKS.find((one) => one.name === name);
const random = createRandom(seed).fork(name);
try {
  await attack?.play(createHostile({ addresses, pool, random, size: size as Size, tally }));
} catch (error) {
  tally.complain(`the attack could not be played: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
}
process.send?.(tally.result(), () => process.exit(0));
