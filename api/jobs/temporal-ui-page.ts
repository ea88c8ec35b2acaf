import type { Config } from '../../engine/platform/config.ts';

/** The address of a workflow in the Temporal UI; null when the setting is missing. */
export function temporalUiPage(
  { temporalUiUrl, temporalNamespace }: Pick<Config, 'temporalUiUrl' | 'temporalNamespace'>,
  workflowId: string,
): string | null {
  if (temporalUiUrl === undefined) return null;
  const [namespace, id] = [temporalNamespace, workflowId].map((part) => encodeURIComponent(part));
  return `${temporalUiUrl.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${id}`;
}
