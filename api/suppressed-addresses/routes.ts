import { z } from 'zod/v4';
import {
  addSuppressedAddress,
  countSuppressedAddresses,
  listSuppressedAddresses,
  removeSuppressedAddress,
} from '../../engine/db/suppressed-addresses/suppressed-addresses.ts';
import type { SuppressedAddress } from '../../engine/db/suppressed-addresses/suppressed-addresses.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { queryText } from '../http/query.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { emailAddress, objectOf } from '../http/values.ts';

const tag = 'Suppressed addresses';

const suppressedAddressRecord = z
  .object({
    email: z.string(),
    created_at: renderedTime,
    suppressed_address_import_id: whole.nullable().describe('The import that added the address; null if a call did.'),
  })
  .meta({
    id: 'SuppressedAddress',
    examples: [{ email: 'ann@example.com', created_at: '2026-03-02T09:30:24Z', suppressed_address_import_id: null }],
  });

function renderSuppressedAddress(
  { email, createdAt, importId }: SuppressedAddress,
  timeZone: string,
): Rendered<typeof suppressedAddressRecord> {
  return { email, created_at: renderTime(createdAt, timeZone), suppressed_address_import_id: importId };
}

export default [
  route({
    method: 'POST',
    path: '/suppressed_addresses',
    operationId: 'createSuppressedAddress',
    permission: 'subscriber.update',
    tag,
    summary: 'Suppresses an address: its subscribers get no more reactions.',
    description: 'An address that is already suppressed does not change.',
    body: wrapped('suppressed_address', objectOf({ email: emailAddress })),
    example: { suppressed_address: { email: 'ann@example.com' } },
    answer: suppressedAddressRecord,
    handle: async ({ caller, db }, { body }) => {
      const email = body.demand('email');
      body.check();
      const added = await addSuppressedAddress(db, caller.organizationId, email ?? '');
      return renderSuppressedAddress(added, caller.timeZone);
    },
  }),
  route({
    method: 'GET',
    path: '/suppressed_addresses',
    operationId: 'listSuppressedAddresses',
    permission: 'subscriber.read',
    tag,
    summary: 'Lists the suppressed addresses of the organization in alphabetical order.',
    query: objectOf({ search: queryText.describe('Only addresses that contain this text, in any case.') }),
    paging: PAGES_OF_2000,
    answer: z.array(suppressedAddressRecord),
    handle: ({ caller, read }, { query: { search }, paging }) => {
      const filter = { organizationId: caller.organizationId, search };
      return readPage(read, paging, {
        list: (db) => listSuppressedAddresses(db, filter, paging),
        count: (db) => countSuppressedAddresses(db, filter),
        render: (address) => renderSuppressedAddress(address, caller.timeZone),
      });
    },
  }),
  route({
    method: 'DELETE',
    path: '/suppressed_addresses/:email',
    operationId: 'deleteSuppressedAddress',
    permission: 'subscriber.update',
    tag,
    summary: 'Removes an address from the suppressed addresses.',
    answer: null,
    handle: async ({ caller, db, params }) => {
      // No address has a NUL, and Postgres compares with none.
      const isFound =
        !params.email.includes('\0') && (await removeSuppressedAddress(db, caller.organizationId, params.email.trim()));
      if (!isFound) throw new NotFound('suppressed address');
      return null;
    },
  }),
];
