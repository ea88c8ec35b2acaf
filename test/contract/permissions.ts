/** Paths of an organization that its administrators may use for their own. */
const OF_OWN_ORGANIZATION: ReadonlySet<string> = new Set([
  'GET /organizations/:organization_id/subscribers_by_email/:email',
  'GET /organizations/:organization_id/users',
]);

/** Whether an endpoint refuses administrators of an organization. */
export function isSystemAdminsOnly(endpoint: string): boolean {
  return /organizations?\/|_all_organizations/.test(endpoint) && !OF_OWN_ORGANIZATION.has(endpoint);
}
