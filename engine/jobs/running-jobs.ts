/** What finds the running jobs of every kind in Temporal's list of workflows. */
export const RUNNING_JOBS = `ExecutionStatus = 'Running' and WorkflowType in ('subscriberImport', 'listDeletion')`;
