/** Columns of a subscriber, and what of its list decides how its address is found; each as SQL. */
interface SubscriberSql {
  readonly organizationId: string;
  readonly key: string;
  readonly email: string;
  /** Whether keys of the list are addresses: it has no alternate primary key. */
  readonly hasAddressKeys: string;
}

/**
 * Returns the condition that the address of a subscriber is suppressed. The key of a subscriber, or the part before the mark of a
 * twin, is its address with the ASCII form of its domain. A list with an alternate primary key has only the address as it is
 * written, in either form.
 */
export function isSuppressed({ organizationId, key, email, hasAddressKeys }: SubscriberSql): string {
  // Each row is looked up: without the offset Postgres reads all suppressed addresses into a table of hashes, for each slice of rows.
  const suppressed = (address: string) => `exists (select from suppressed_addresses suppressed
    where suppressed.organization_id = ${organizationId} and ${address} offset 0)`;
  const byKey = suppressed(
    `suppressed.key = case when ${hasAddressKeys} then split_part(${key}, e'\\x1f', 1) else lower(${email}) end`,
  );
  const bySpelling = suppressed(`suppressed.spelling = normalize(lower(${email}), nfc)`);
  return `(${byKey} or not (${hasAddressKeys}) and ${bySpelling})`;
}
