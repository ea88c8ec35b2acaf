import type { TemporalPlace } from '../../db/installation/installation.ts';
import type { Marker, Owner } from './markers.ts';
import type { Identities } from './sides.ts';

/** The sentences of a process whose database belongs to another namespace. */
export function refusalOfNamespace({ installation, database, temporal }: Identities, bound: TemporalPlace): string {
  return (
    `The database ${database} (installation ${installation.id}) belongs to ${placeText(bound)}, but this process would ` +
    `use ${placeText(temporal)}: the jobs of the database would count as lost. Correct TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE or DATABASE_URL. ` +
    `If the database has moved to this Temporal, or its data were removed: ${ADOPT}`
  );
}

/** The sentences of a process whose names in the namespace belong to another installation. */
export function refusalOfOwner({ installation, database, temporal }: Identities, marker: Marker, owner: Owner): string {
  return (
    `${marker.subject} in ${placeText(temporal)} is of the installation ${owner.installation}, whose database is ${owner.database}. ` +
    `The database of this process is ${database} (installation ${installation.id}): each would do the other's work. ` +
    `Set another TEMPORAL_NAMESPACE or WORKFLOW_ID_PREFIX (docs/temporal.md), or correct DATABASE_URL. If this database replaces the other: ${ADOPT}`
  );
}

/** A namespace and where it is. */
export function placeText({ namespace, namespaceId, address }: TemporalPlace): string {
  return `the Temporal namespace "${namespace}" (id ${namespaceId}) at ${address}`;
}

const ADOPT = 'npx sluice installation adopt';
