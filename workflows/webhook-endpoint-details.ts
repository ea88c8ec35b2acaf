import type { WebhookEndpointView } from '../machines/webhook-endpoint-view.ts';

/** The current details of the delivery to a webhook endpoint in the Temporal UI: Markdown with state, failures and error. */
export function webhookEndpointDetails({ state, health, error_message, failed_rounds }: WebhookEndpointView): string {
  const isStalled = health === 'stalled';
  const lines = [`**${state}**${isStalled ? ' (stalled: needs an operator)' : ''}`];
  if (failed_rounds > 0) lines.push(`Rounds without a delivery: ${failed_rounds}. It tries again by itself.`);
  if (error_message !== null) lines.push(`Error: ${error_message}`);
  if (isStalled) lines.push('Fix the cause and send the signal `retry`. What waits for the endpoint is kept.');
  return lines.join('\n\n');
}
