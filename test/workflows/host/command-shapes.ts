import type { Command } from '../../simulation/workflow-sandbox.ts';

/**
 * The commands of a workflow as far as a history must have the same ones, in the same order, when it is replayed. Answers to queries and
 * refusals of updates are in no history.
 */
export function shapesOf(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => {
    const { updateResponse, respondToQuery } = command;
    if (respondToQuery || updateResponse?.rejected) return [];
    const kind = Object.keys(command).find((name) => name !== 'userMetadata' && command[name as keyof Command]);
    const begun = command.scheduleActivity ?? command.scheduleLocalActivity;
    const numbered = begun ?? command.startTimer ?? command.cancelTimer ?? command.requestCancelActivity;
    const step = updateResponse && (updateResponse.accepted ? 'accepted' : 'completed');
    const parts = [kind, numbered?.seq, begun?.activityType, updateResponse?.protocolInstanceId, step];
    return [parts.filter((part) => part !== undefined && part !== null).join(' ')];
  });
}
