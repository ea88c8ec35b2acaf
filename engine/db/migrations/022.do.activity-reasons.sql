-- Why a guard has paused the import; null for commands. The actor_type of such an entry is 'guard'.
alter table job_activity add column reason text;
