import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '../../db/core/transaction.ts';
import { bindInstallation, readInstallation } from '../../db/installation/installation.ts';
import { ConfigurationError } from '../../platform/errors.ts';
import { ensureMarker, markersOf, readOwner, replaceMarker } from './markers.ts';
import type { Owner } from './markers.ts';
import { refusalOfNamespace, refusalOfOwner } from './refusals.ts';
import { databasePlace, readPlace } from './sides.ts';
import type { Identities, Sides } from './sides.ts';

/**
 * Binds the database and its names in the namespace to each other, unless they are. With `isAlone` (no other process can use either
 * server) a database that belongs to another namespace takes one without an owner in its place.
 * @throws ConfigurationError when one of the two belongs to another installation
 * @throws whatever the clients throw when a service cannot be reached
 */
export async function claimTemporal(sides: Sides, { isAlone = false } = {}): Promise<void> {
  await bind(sides, async (identities) => {
    const refusal = await refusalOf(sides, identities, isAlone);
    if (refusal !== null) throw new ConfigurationError([refusal]);
    for (const marker of markersOf(sides.client.names)) {
      const owner = await ensureMarker(sides.client, marker, ownerOf(identities));
      // Another process may have come first.
      if (!isOwn(owner, identities)) throw new ConfigurationError([refusalOfOwner(identities, marker, owner)]);
    }
  });
}

/**
 * Binds the database and its names in the namespace to each other, whatever they belonged to.
 * @throws whatever the clients throw when a service cannot be reached
 */
export async function adoptTemporal(sides: Sides): Promise<void> {
  await bind(sides, async (identities) => {
    for (const marker of markersOf(sides.client.names)) {
      const owner = await readOwner(sides.client, marker);
      if (!isOwn(owner, identities)) await replaceMarker(sides.client, marker, ownerOf(identities));
    }
  });
}

/**
 * Reads why a process must not use the database together with the namespace; null when it may.
 * @throws whatever the clients throw when a service cannot be reached
 */
export async function findRefusal(sides: Sides): Promise<string | null> {
  const [installation, temporal] = [await readInstallation(sides.pool), await readPlace(sides)];
  return refusalOf(sides, { installation, temporal, database: databasePlace(sides.databaseUrl) });
}

async function refusalOf(sides: Sides, identities: Identities, isAlone = false): Promise<string | null> {
  const { installation, temporal } = identities;
  const bound = installation.temporal;
  if (bound !== null && bound.namespaceId !== temporal.namespaceId && !isAlone) {
    return refusalOfNamespace(identities, bound);
  }
  for (const marker of markersOf(sides.client.names)) {
    const owner = await readOwner(sides.client, marker);
    if (owner !== null && !isOwn(owner, identities)) return refusalOfOwner(identities, marker, owner);
  }
  return null;
}

/** One process at a time; nothing is written to the database when the claim throws. */
async function bind(sides: Sides, claim: (identities: Identities) => Promise<void>): Promise<void> {
  // Before the lock, which a Temporal that does not answer would keep from others.
  const temporal = await readPlace(sides);
  await inTransaction(sides.pool, async (db) => {
    const installation = await readInstallation(db, { forUpdate: true });
    await claim({ installation, temporal, database: databasePlace(sides.databaseUrl) });
    if (!isDeepStrictEqual(installation.temporal, temporal)) await bindInstallation(db, temporal);
  });
}

function ownerOf({ installation, database }: Identities): Owner {
  return { installation: installation.id, database };
}

function isOwn(owner: Owner | null, { installation }: Identities): boolean {
  return owner?.installation === installation.id;
}
