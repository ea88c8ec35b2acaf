/** Columns of a subscriber, and what of its list decides how its address is found; each as SQL. */
interface SubscriberSql {
  readonly organizationId: string;
  readonly key: string;
  readonly email: string;
  /** Whether keys of the list are addresses: it has no alternate primary key. */
  readonly hasAddressKeys: string;
}

/**
 * Returns the condition that the address of a subscriber is suppressed. The key of a subscriber is its address with the ASCII form of
 * its domain; on a list with an alternate primary key, and of a twin, the address as it is written decides.
 */
export function isSuppressed({ organizationId, key, email, hasAddressKeys }: SubscriberSql): string {
  return `exists (select from suppressed_addresses suppressed
    where suppressed.organization_id = ${organizationId}
      and suppressed.key in (lower(${email}), case when ${hasAddressKeys} then ${key} else lower(${email}) end))`;
}
