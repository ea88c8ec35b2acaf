// Generated from the OpenAPI document by `npm run client`; a test fails when they differ.

export interface paths {
    "/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists API keys.
         * @description Lists API keys. For administrators only.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Adds an API key.
         * @description Adds an API key. For administrators only.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists API keys.
         * @description Lists API keys. For system administrators only.
         */
        get: operations["listApiKeysInOrganization"];
        put?: never;
        /**
         * Adds an API key.
         * @description Adds an API key. For system administrators only.
         */
        post: operations["createApiKeyInOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/{id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists API keys.
         * @description Lists API keys. For system administrators only.
         */
        get: operations["listApiKeysInOrganizationByOtherPath"];
        put?: never;
        /**
         * Adds an API key.
         * @description Adds an API key. For system administrators only.
         */
        post: operations["createApiKeyInOrganizationByOtherPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an API key.
         * @description Shows an API key. For administrators only.
         */
        get: operations["getApiKey"];
        /**
         * Updates an API key, with immediate effect. Attributes that are not sent keep their values.
         * @description Updates an API key, with immediate effect. Attributes that are not sent keep their values. For administrators only.
         */
        put: operations["updateApiKey"];
        post?: never;
        /**
         * Deletes an API key, with immediate effect.
         * @description Deletes an API key, with immediate effect. For administrators only.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/campaign_statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums the statistics of the campaigns of a mailing list.
         * @description Sums the statistics of the campaigns of a mailing list. Standard users need the permission campaign.read_stats.
         */
        get: operations["getCampaignStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/column_rule_sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the saved sets of column rules by name.
         * @description Lists the saved sets of column rules by name. Standard users need the permission subscriber.import.
         */
        get: operations["listColumnRuleSets"];
        put?: never;
        /**
         * Saves column rules under a name, to use in imports into any list of the organization.
         * @description Saves column rules under a name, to use in imports into any list of the organization. Standard users need the permission subscriber.import.
         */
        post: operations["createColumnRuleSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/column_rule_sets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a saved set of column rules.
         * @description Shows a saved set of column rules. Standard users need the permission subscriber.import.
         */
        get: operations["getColumnRuleSet"];
        /**
         * Updates a saved set of column rules. Imports keep the rules that they were created with.
         * @description Updates a saved set of column rules. Imports keep the rules that they were created with. Standard users need the permission subscriber.import.
         */
        put: operations["updateColumnRuleSet"];
        post?: never;
        /**
         * Deletes a set of column rules. Imports keep the rules that they were created with.
         * @description Deletes a set of column rules. Imports keep the rules that they were created with. Standard users need the permission subscriber.import.
         */
        delete: operations["deleteColumnRuleSet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists custom fields: global ones, and those of a mailing list if it is given.
         * @description Lists custom fields: global ones, and those of a mailing list if it is given.
         */
        get: operations["listGlobalCustomFields"];
        put?: never;
        /**
         * Adds a custom field.
         * @description Adds a custom field. Standard users need the permission custom_field.create.
         */
        post: operations["createGlobalCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/custom_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists custom fields: global ones, and those of a mailing list if it is given.
         * @description Lists custom fields: global ones, and those of a mailing list if it is given.
         */
        get: operations["listCustomFields"];
        put?: never;
        /**
         * Adds a custom field.
         * @description Adds a custom field. Standard users need the permission custom_field.create.
         */
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom_fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a custom field.
         * @description Shows a custom field.
         */
        get: operations["getCustomField"];
        /**
         * Updates a custom field. Attributes that are not sent keep their values.
         * @description Updates a custom field. Attributes that are not sent keep their values. Standard users need the permission custom_field.update.
         */
        put: operations["updateGlobalCustomField"];
        post?: never;
        /**
         * Deletes a custom field that is not in use.
         * @description Deletes a custom field that is not in use. Standard users need the permission custom_field.delete.
         */
        delete: operations["deleteGlobalCustomField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/custom_fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Updates a custom field. Attributes that are not sent keep their values.
         * @description Updates a custom field. Attributes that are not sent keep their values. Standard users need the permission custom_field.update.
         */
        put: operations["updateCustomField"];
        post?: never;
        /**
         * Deletes a custom field that is not in use.
         * @description Deletes a custom field that is not in use. Standard users need the permission custom_field.delete.
         */
        delete: operations["deleteCustomField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom_fields/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists deleted custom fields: global ones, and those of a mailing list if it is given.
         * @description Lists deleted custom fields: global ones, and those of a mailing list if it is given.
         */
        get: operations["listDeletedGlobalCustomFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/custom_fields/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists deleted custom fields: global ones, and those of a mailing list if it is given.
         * @description Lists deleted custom fields: global ones, and those of a mailing list if it is given.
         */
        get: operations["listDeletedCustomFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom_fields/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the custom field of a list global.
         * @description Makes the custom field of a list global. Standard users need the permission custom_field.update.
         */
        post: operations["promoteCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the worklist of the failed rows of an import that has ended: their faults, and how many are corrected.
         * @description Shows the worklist of the failed rows of an import that has ended: their faults, and how many are corrected. Standard users need the permission subscriber.import.
         */
        get: operations["getImportWorklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/corrections/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists failed rows of an import with their corrections, in the order of the file.
         * @description Lists failed rows of an import with their corrections, in the order of the file. Standard users need the permission subscriber.import.
         */
        get: operations["listFailedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/corrections/rows/{row}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Corrects cells of a failed row, or drops the row.
         * @description Corrects cells of a failed row, or drops the row. Replaces the correction of the row. The answer has what the import would still refuse. A call with an old version of the row is refused and changes nothing. Standard users need the permission subscriber.import.
         */
        put: operations["updateFailedRow"];
        post?: never;
        /**
         * Deletes the correction of a failed row.
         * @description Deletes the correction of a failed row. Standard users need the permission subscriber.import.
         */
        delete: operations["deleteFailedRowCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/corrections/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Corrects, or drops, all failed rows with the same fault.
         * @description Corrects, or drops, all failed rows with the same fault. Rows that are dropped, or have a correction of their own for the fault, stay as they are. A cell that the import would refuse is refused. Standard users need the permission subscriber.import.
         */
        put: operations["updateFailedRows"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/corrections/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an import of the corrected rows of an import.
         * @description Creates an import of the corrected rows of an import. The new import has the list, the mapping, the rules and the options of its parent, but deactivates no subscribers. Each corrected row is imported once: a call without rows that were corrected since the last one returns that import again. Standard users need the permission subscriber.import.
         */
        post: operations["createCorrectedImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the commands that were sent to an undo of an import and who sent them, the oldest first.
         * @description Lists the commands that were sent to an undo of an import and who sent them, the oldest first. Standard users need the permission subscriber.import.
         */
        get: operations["listImportUndoActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses an undo of an import.
         * @description Pauses an undo of an import. Standard users need the permission subscriber.import.
         */
        post: operations["pauseImportUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpauses an undo of an import.
         * @description Unpauses an undo of an import. Standard users need the permission subscriber.import.
         */
        post: operations["unpauseImportUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an undo of an import.
         * @description Cancels an undo of an import. Standard users need the permission subscriber.import.
         */
        post: operations["cancelImportUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a job that undoes an import.
         * @description Creates a job that undoes an import. Subscribers that the import added are removed, those that it changed get back what it overwrote, and what others wrote since stays. With `dry_run` they are counted only. An import is undone once, for as long as its logs are kept. Standard users need the permission subscriber.import.
         */
        post: operations["undoSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists undos of imports, the latest first.
         * @description Lists undos of imports, the latest first. Standard users need the permission subscriber.import.
         */
        get: operations["listImportUndos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}/logs/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads the log of an outcome, or `reactivated`: one address a line.
         * @description Downloads the log of an outcome, or `reactivated`: one address a line. A log has a largest size: if addresses are left out, its last line says how many. Standard users need the permission subscriber.import.
         */
        get: operations["getImportUndoLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import_undos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an undo of an import, with its progress while it runs.
         * @description Shows an undo of an import, with its progress while it runs. Standard users need the permission subscriber.import.
         */
        get: operations["getImportUndo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries the parked tasks of a stalled job.
         * @description Retries the parked tasks of a stalled job. For system administrators only.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/skip_chunk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skips the first parked task of a stalled job. Its rows are written to the failed log.
         * @description Skips the first parked task of a stalled job. Its rows are written to the failed log. For system administrators only.
         */
        post: operations["skipChunkOfJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a job as failed.
         * @description Ends a job as failed. For system administrators only.
         */
        post: operations["failJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resumes a failed import from its ledger.
         * @description Resumes a failed import from its ledger. For system administrators only.
         */
        post: operations["restartJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resumes a paused job, or its activities that were paused in the Temporal UI.
         * @description Resumes a paused job, or its activities that were paused in the Temporal UI. For system administrators only.
         */
        post: operations["unpauseJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the database sessions that block a job with their locks.
         * @description Ends the database sessions that block a job with their locks. For system administrators only.
         */
        post: operations["unblockJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams the unfinished jobs of the organization and their changes as Server-Sent Events.
         * @description Streams the unfinished jobs of the organization and their changes as Server-Sent Events. With the header Last-Event-ID a stream begins with the jobs that have ended since. After the event `reload`, read the lists of jobs again: some changes were not sent. The unfinished jobs follow. Standard users need the permission subscriber.import or subscriber.export or mailing_list.delete.
         */
        get: operations["watchJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/events_on_all_organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams the unfinished jobs of all organizations and their changes as Server-Sent Events.
         * @description Streams the unfinished jobs of all organizations and their changes as Server-Sent Events. With the header Last-Event-ID a stream begins with the jobs that have ended since. After the event `reload`, read the lists of jobs again: some changes were not sent. The unfinished jobs follow. For system administrators only.
         */
        get: operations["watchJobsInAllOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inspects a job: its position in the state chart, its tasks, and the diagnosis if it is stuck or stalled.
         * @description Inspects a job: its position in the state chart, its tasks, and the diagnosis if it is stuck or stalled. Standard users need the permission subscriber.import or subscriber.export or mailing_list.delete.
         */
        get: operations["getJobInspection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists background jobs, the latest first.
         * @description Lists background jobs, the latest first. Standard users need the permission subscriber.import or subscriber.export or mailing_list.delete.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/all_on_all_organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists background jobs, the latest first.
         * @description Lists background jobs, the latest first. For system administrators only.
         */
        get: operations["listJobsInAllOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/jobs/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists background jobs, the latest first.
         * @description Lists background jobs, the latest first. For system administrators only.
         */
        get: operations["listJobsInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/unfinished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists unfinished background jobs, the latest first.
         * @description Lists unfinished background jobs, the latest first. Standard users need the permission subscriber.import or subscriber.export or mailing_list.delete.
         */
        get: operations["listUnfinishedJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/unfinished_on_all_organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists unfinished background jobs, the latest first.
         * @description Lists unfinished background jobs, the latest first. For system administrators only.
         */
        get: operations["listUnfinishedJobsInAllOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/jobs/unfinished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists unfinished background jobs, the latest first.
         * @description Lists unfinished background jobs, the latest first. For system administrators only.
         */
        get: operations["listUnfinishedJobsInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the health of the service, and the jobs of all organizations that are stuck or stalled.
         * @description Shows the health of the service, and the jobs of all organizations that are stuck or stalled. For system administrators only.
         */
        get: operations["getJobsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists mailing lists: all of them, or a page.
         * @description Lists mailing lists: all of them, or a page.
         */
        get: operations["listMailingLists"];
        put?: never;
        /**
         * Adds a mailing list.
         * @description Adds a mailing list. Standard users need the permission mailing_list.create.
         */
        post: operations["createMailingList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/delete_confirmation_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Creates the confirmation code that deleting a mailing list needs. It works once, within two minutes.
         * @description Creates the confirmation code that deleting a mailing list needs. It works once, within two minutes. Standard users need the permission mailing_list.delete.
         */
        get: operations["createMailingListDeletionCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/confirmed/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a mailing list. Its subscribers are deleted in the background.
         * @description Deletes a mailing list. Its subscribers are deleted in the background. Standard users need the permission mailing_list.delete.
         */
        delete: operations["deleteMailingList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/deletion/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the commands that were sent to the deletion of a mailing list and who sent them, the oldest first.
         * @description Lists the commands that were sent to the deletion of a mailing list and who sent them, the oldest first. Standard users need the permission mailing_list.delete.
         */
        get: operations["listMailingListDeletionActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/deletion/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses the deletion of a mailing list.
         * @description Pauses the deletion of a mailing list. Standard users need the permission mailing_list.delete.
         */
        post: operations["pauseMailingListDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/deletion/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpauses the deletion of a mailing list.
         * @description Unpauses the deletion of a mailing list. Standard users need the permission mailing_list.delete.
         */
        post: operations["unpauseMailingListDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the deletion of a mailing list, with its progress while it runs.
         * @description Shows the deletion of a mailing list, with its progress while it runs. Standard users need the permission mailing_list.delete.
         */
        get: operations["getMailingListDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Updates a mailing list. Attributes that are not sent keep their values.
         * @description Updates a mailing list. Attributes that are not sent keep their values. Standard users need the permission mailing_list.update.
         */
        put: operations["updateMailingList"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password_resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a new password with the code of a mailed link. It ends all sessions, password links and the lockout of the user.
         * @description Sets a new password with the code of a mailed link. It ends all sessions, password links and the lockout of the user.
         */
        put: operations["updateForgottenPassword"];
        /**
         * Mails a link to set a new password to the user with an email address. The link works once and for a limited time.
         * @description Mails a link to set a new password to the user with an email address. The link works once and for a limited time. The answer does not show whether there is such a user.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seed_lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists seed lists.
         * @description Lists seed lists.
         */
        get: operations["listSeedLists"];
        put?: never;
        /**
         * Adds a seed list.
         * @description Adds a seed list. Standard users need the permission seed_list.create.
         */
        post: operations["createSeedList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seed_lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Updates a seed list. Attributes that are not sent keep their values.
         * @description Updates a seed list. Attributes that are not sent keep their values. Standard users need the permission seed_list.update.
         */
        put: operations["updateSeedList"];
        post?: never;
        /**
         * Deletes a seed list that is not in use.
         * @description Deletes a seed list that is not in use. Standard users need the permission seed_list.delete.
         */
        delete: operations["deleteSeedList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists segments.
         * @description Lists segments.
         */
        get: operations["listSegmentsInMailingList"];
        put?: never;
        /**
         * Adds a segment to a mailing list.
         * @description Adds a segment to a mailing list. Standard users need the permission segmentation_criteria.create.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a segment with its clauses.
         * @description Shows a segment with its clauses.
         */
        get: operations["getSegment"];
        /**
         * Replaces the name and the clauses of a segment.
         * @description Replaces the name and the clauses of a segment. Standard users need the permission segmentation_criteria.update.
         */
        put: operations["updateSegment"];
        post?: never;
        /**
         * Deletes a segment that is not in use.
         * @description Deletes a segment that is not in use. Standard users need the permission segmentation_criteria.delete.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists segments.
         * @description Lists segments.
         */
        get: operations["listSegments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/subscriber_count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the subscribers of a segment.
         * @description Counts the subscribers of a segment. Extension. This takes longer for larger lists, and counts as a costly read. Standard users need the permission subscriber.read.
         */
        get: operations["countSubscribersInSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/segments/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the subscribers that match clauses, without saving a segment.
         * @description Counts the subscribers that match clauses, without saving a segment. Extension. This takes longer for larger lists, and counts as a costly read. Standard users need the permission subscriber.read.
         */
        post: operations["countSubscribersOfClauses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the signed-in user or the API key of the call, with role and organization.
         * @description Shows the signed-in user or the API key of the call, with role and organization.
         */
        get: operations["getCaller"];
        put?: never;
        /**
         * Signs a user in: begins a session and sets its cookie.
         * @description Signs a user in: begins a session and sets its cookie. The Basic credentials are the email address and the password of the user, in UTF-8. Later calls send the cookie and the header `Sluice-Session: true`, without Authorization.
         */
        post: operations["createSession"];
        /**
         * Signs out: ends the session of the call.
         * @description Signs out: ends the session of the call.
         */
        delete: operations["deleteCurrentSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Records that the signed-in user agrees to the terms and conditions.
         * @description Records that the signed-in user agrees to the terms and conditions. Until then the session can only make this call, `GET /session` and `DELETE /session`.
         */
        put: operations["createTermsAgreement"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Updates the preferences of the signed-in user.
         * @description Updates the preferences of the signed-in user.
         */
        put: operations["updateOwnPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the password of the signed-in user, and ends the other sessions of the user.
         * @description Changes the password of the signed-in user, and ends the other sessions of the user. A wrong `current_password` counts as a failed sign-in, and too many of them lock the user out.
         */
        put: operations["updateOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the email address of the signed-in user. Password links that were mailed before no longer work.
         * @description Changes the email address of the signed-in user. Password links that were mailed before no longer work. A wrong `current_password` counts as a failed sign-in, and too many of them lock the user out. The address of a standard user is changed by an administrator. For administrators only.
         */
        put: operations["updateOwnEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the sessions of the signed-in user, the latest first.
         * @description Lists the sessions of the signed-in user, the latest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a session of the signed-in user.
         * @description Ends a session of the signed-in user.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the sessions of a user, the latest first.
         * @description Lists the sessions of a user, the latest first. For administrators only.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * Ends all sessions of a user. Password links that were mailed before no longer work.
         * @description Ends all sessions of a user. Password links that were mailed before no longer work. For administrators only.
         */
        delete: operations["deleteUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign_in_options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the ways to sign in other than by email address and password.
         * @description Shows the ways to sign in other than by email address and password.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/single_sign_on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Completes a single sign-on: begins a session of the user whose address the provider verified, and sets its cookie.
         * @description Completes a single sign-on: begins a session of the user whose address the provider verified, and sets its cookie.
         */
        put: operations["continueSingleSignOn"];
        /**
         * Begins a single sign-on with OpenID Connect, and returns the address of the provider to open in the browser.
         * @description Begins a single sign-on with OpenID Connect, and returns the address of the provider to open in the browser. It also sets a cookie: the sign-in has to be completed in the same browser.
         */
        post: operations["startSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the subscribers of an organization and of each of its mailing lists by status.
         * @description Counts the subscribers of an organization and of each of its mailing lists by status.
         */
        get: operations["countSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/{id}/subscriber_counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the subscribers of an organization and of each of its mailing lists by status.
         * @description Counts the subscribers of an organization and of each of its mailing lists by status. For system administrators only.
         */
        get: operations["countSubscribersInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/subscriber_counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the subscribers of an organization and of each of its mailing lists by status.
         * @description Counts the subscribers of an organization and of each of its mailing lists by status. For system administrators only.
         */
        get: operations["countSubscribersInOrganizationByOtherPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the commands that were sent to an export and who sent them, the oldest first.
         * @description Lists the commands that were sent to an export and who sent them, the oldest first. Standard users need the permission subscriber.export.
         */
        get: operations["listSubscriberExportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses an export.
         * @description Pauses an export. Standard users need the permission subscriber.export.
         */
        post: operations["pauseSubscriberExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpauses an export.
         * @description Unpauses an export. Standard users need the permission subscriber.export.
         */
        post: operations["unpauseSubscriberExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an export.
         * @description Cancels an export. Standard users need the permission subscriber.export.
         */
        post: operations["cancelSubscriberExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscriber_exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists exports, the latest first.
         * @description Lists exports, the latest first. Standard users need the permission subscriber.export.
         */
        get: operations["listSubscriberExportsInMailingList"];
        put?: never;
        /**
         * Exports the subscribers of a mailing list to a CSV file.
         * @description Exports the subscribers of a mailing list to a CSV file. The file is a snapshot of one moment, in a format that an import can read. Standard users need the permission subscriber.export.
         */
        post: operations["createSubscriberExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads the file of a finished export.
         * @description Downloads the file of a finished export. Values are written as they are stored, even those that a spreadsheet would run as a formula, unless formulas=escape is sent. Standard users need the permission subscriber.export.
         */
        get: operations["downloadSubscriberExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists exports, the latest first.
         * @description Lists exports, the latest first. Standard users need the permission subscriber.export.
         */
        get: operations["listSubscriberExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an export, with its progress while it runs.
         * @description Shows an export, with its progress while it runs. Standard users need the permission subscriber.export.
         */
        get: operations["getSubscriberExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the commands that were sent to an import and who sent them, the oldest first.
         * @description Lists the commands that were sent to an import and who sent them, the oldest first. Standard users need the permission subscriber.import.
         */
        get: operations["listSubscriberImportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscriber_imports/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyzes the beginning of a source and suggests how to import it. Imports nothing.
         * @description Analyzes the beginning of a source and suggests how to import it. Imports nothing. The answer has the format, the columns with samples, a suggested column_mapping and warnings. Attributes of file_format that are sent are used as they are; the others are detected. With column_rule_set the suggested rules include the saved ones. Standard users need the permission subscriber.import.
         */
        post: operations["analyzeSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses an import.
         * @description Pauses an import. Standard users need the permission subscriber.import.
         */
        post: operations["pauseSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpauses an import.
         * @description Unpauses an import. Standard users need the permission subscriber.import.
         */
        post: operations["unpauseSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an import.
         * @description Cancels an import. Standard users need the permission subscriber.import.
         */
        post: operations["cancelSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscriber_imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists imports: unfinished ones first, then ended ones, each with the latest first.
         * @description Lists imports: unfinished ones first, then ended ones, each with the latest first. Standard users need the permission subscriber.import.
         */
        get: operations["listSubscriberImportsInMailingList"];
        put?: never;
        /**
         * Creates an import of subscribers into a mailing list.
         * @description Creates an import of subscribers into a mailing list. Standard users need the permission subscriber.import.
         */
        post: operations["createSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams the state of an import as Server-Sent Events, until it has ended.
         * @description Streams the state of an import as Server-Sent Events, until it has ended. When Last-Event-ID is the end of the import the answer is 204, so that an EventSource does not connect again. Standard users need the permission subscriber.import.
         */
        get: operations["watchSubscriberImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/failed_rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads the failed rows of an import with their row numbers, as lines of JSON.
         * @description Downloads the failed rows of an import with their row numbers, as lines of JSON. Records count from 1, without the header and empty lines; line breaks within quotes do not count. Rows of a workbook have their numbers in the sheet. `sheet_row` is the number that a spreadsheet shows for the row: with the header and the lines above it, but without empty lines of a CSV. Row 0 has the columns of the file, if it has a header. Where rows are left out, since the log may have no more bytes, the last line has the row null, and its message says how many they are. Standard users need the permission subscriber.import.
         */
        get: operations["listSubscriberImportFailedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists imports: unfinished ones first, then ended ones, each with the latest first.
         * @description Lists imports: unfinished ones first, then ended ones, each with the latest first. Standard users need the permission subscriber.import.
         */
        get: operations["listSubscriberImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/logs/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads a log of an import: failed rows as CSV, the others as one address a line.
         * @description Downloads a log of an import: failed rows as CSV, the others as one address a line. Extension: `partial` lists, as CSV, the cells that were left blank because they could not be read, with row, column and reason. A log has a largest size: if rows are left out, its last line says how many. Standard users need the permission subscriber.import.
         */
        get: operations["getSubscriberImportLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an import, with live counts while it runs.
         * @description Shows an import, with live counts while it runs. An import that was cancelled because its list was deleted can be read while its logs are kept. Standard users need the permission subscriber.import.
         */
        get: operations["getSubscriberImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriber_imports/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a finished dry run as an import.
         * @description Starts a finished dry run as an import. The answer is the new import. It has the source and the options of the dry run, with each corrected row as it was corrected, and begins immediately or at `begins_at`. A dry run can be started once, while its logs are kept. Standard users need the permission subscriber.import.
         */
        post: operations["startSubscriberImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the subscribers of a mailing list, ordered by id, or by address where `email__starts_with` is sent.
         * @description Lists the subscribers of a mailing list, ordered by id, or by address where `email__starts_with` is sent. Standard users need the permission subscriber.read.
         */
        get: operations["listSubscribers"];
        put?: never;
        /**
         * Adds a subscriber to a mailing list, or sends a confirmation mail first.
         * @description Adds a subscriber to a mailing list, or sends a confirmation mail first. Standard users need the permission subscriber.create.
         */
        post: operations["createSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscribers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a subscriber, or up to a hundred of them.
         * @description Shows a subscriber, or up to a hundred of them. The path can end with several ids and email addresses, separated by commas. Standard users need the permission subscriber.read.
         */
        get: operations["getSubscribers"];
        /**
         * Updates a subscriber. Attributes that are not sent keep their values.
         * @description Updates a subscriber. Attributes that are not sent keep their values. Standard users need the permission subscriber.update.
         */
        put: operations["updateSubscriber"];
        post?: never;
        /**
         * Deletes the subscriber with an id, or up to ten subscribers with an email address.
         * @description Deletes the subscriber with an id, or up to ten subscribers with an email address. Standard users need the permission subscriber.delete.
         */
        delete: operations["deleteSubscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers_by_email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds the subscribers of all lists with an email address.
         * @description Finds the subscribers of all lists with an email address. Standard users need the permission subscriber.read.
         */
        get: operations["findSubscribersByEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscribers_by_email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds the subscribers of all lists with an email address.
         * @description Finds the subscribers of all lists with an email address. Standard users need the permission subscriber.read.
         */
        get: operations["findSubscribersByEmailInMailingList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/all/subscribers_by_email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds the subscribers of all lists with an email address.
         * @description Finds the subscribers of all lists with an email address. For system administrators only.
         */
        get: operations["findSubscribersByEmailInAllOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/subscribers_by_email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds the subscribers of all lists with an email address.
         * @description Finds the subscribers of all lists with an email address. Standard users need the permission subscriber.read.
         */
        get: operations["findSubscribersByEmailInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscribers/{name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists up to 100 events of the history of a subscriber, the latest first.
         * @description Lists up to 100 events of the history of a subscriber, the latest first. Standard users need the permission subscriber.read.
         */
        get: operations["listSubscriberHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/subscribers/{name}/trigger_autoresponders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queues autoresponders for a subscriber, who is added or activated first if the call says so.
         * @description Queues autoresponders for a subscriber, who is added or activated first if the call says so. Standard users need the permission subscriber.update.
         */
        post: operations["triggerAutoresponders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribes the subscriber of an unsubscribe token from a mail.
         * @description Unsubscribes the subscriber of an unsubscribe token from a mail. Standard users need the permission subscriber.update.
         */
        post: operations["unsubscribeSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the commands that were sent to an import of suppressed addresses and who sent them, the oldest first.
         * @description Lists the commands that were sent to an import of suppressed addresses and who sent them, the oldest first. Standard users need the permission subscriber.import.
         */
        get: operations["listSuppressedAddressImportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pauses an import of suppressed addresses.
         * @description Pauses an import of suppressed addresses. Standard users need the permission subscriber.import.
         */
        post: operations["pauseSuppressedAddressImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpauses an import of suppressed addresses.
         * @description Unpauses an import of suppressed addresses. Standard users need the permission subscriber.import.
         */
        post: operations["unpauseSuppressedAddressImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an import of suppressed addresses.
         * @description Cancels an import of suppressed addresses. Standard users need the permission subscriber.import.
         */
        post: operations["cancelSuppressedAddressImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists imports of suppressed addresses, the latest first.
         * @description Lists imports of suppressed addresses, the latest first. Standard users need the permission subscriber.import.
         */
        get: operations["listSuppressedAddressImports"];
        put?: never;
        /**
         * Creates an import of addresses to suppress.
         * @description Creates an import of addresses to suppress. It takes the same sources and the same file_format as a subscriber import. Standard users need the permission subscriber.import.
         */
        post: operations["createSuppressedAddressImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}/logs/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads the log added, failed or skipped_duplicate: failed rows as CSV, the others as one address a line.
         * @description Downloads the log added, failed or skipped_duplicate: failed rows as CSV, the others as one address a line. A log has a largest size: if rows are left out, its last line says how many. Standard users need the permission subscriber.import.
         */
        get: operations["getSuppressedAddressImportLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_address_imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an import of suppressed addresses, with its progress while it runs.
         * @description Shows an import of suppressed addresses, with its progress while it runs. Standard users need the permission subscriber.import.
         */
        get: operations["getSuppressedAddressImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the suppressed addresses of the organization in alphabetical order.
         * @description Lists the suppressed addresses of the organization in alphabetical order. Standard users need the permission subscriber.read.
         */
        get: operations["listSuppressedAddresses"];
        put?: never;
        /**
         * Suppresses an address: its subscribers get no more reactions.
         * @description Suppresses an address: its subscribers get no more reactions. An address that is already suppressed does not change. Standard users need the permission subscriber.update.
         */
        post: operations["createSuppressedAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressed_addresses/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes an address from the suppressed addresses.
         * @description Removes an address from the suppressed addresses. Standard users need the permission subscriber.update.
         */
        delete: operations["deleteSuppressedAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists campaign templates: all of them, or a page.
         * @description Lists campaign templates: all of them, or a page.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailing_lists/{id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists campaign templates: all of them, or a page.
         * @description Lists campaign templates: all of them, or a page.
         */
        get: operations["listTemplatesInMailingList"];
        put?: never;
        /**
         * Adds a campaign template to a mailing list.
         * @description Adds a campaign template to a mailing list. Standard users need the permission campaign/template.create.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a campaign template in detail.
         * @description Shows a campaign template in detail.
         */
        get: operations["getTemplate"];
        /**
         * Updates a campaign template. Attributes that are not sent keep their values.
         * @description Updates a campaign template. Attributes that are not sent keep their values. Standard users need the permission campaign/template.update.
         */
        put: operations["updateTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an upload with the tus 1.0 protocol.
         * @description Creates an upload with the tus 1.0 protocol. The Location header of the answer is the path of the upload, which ends with its id. Standard users need the permission subscriber.import.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes an upload. Imports that were created from it keep their file.
         * @description Removes an upload. Imports that were created from it keep their file. Standard users need the permission subscriber.import.
         */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        /**
         * Appends bytes to an upload. HEAD returns Upload-Offset, where the next bytes begin.
         * @description Appends bytes to an upload. HEAD returns Upload-Offset, where the next bytes begin. Standard users need the permission subscriber.import.
         */
        patch: operations["continueUpload"];
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the users of the organization; a system administrator sees those of all organizations.
         * @description Lists the users of the organization; a system administrator sees those of all organizations. For administrators only.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Adds a user.
         * @description Adds a user. For administrators only.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a user.
         * @description Shows a user. For administrators only.
         */
        get: operations["getUser"];
        /**
         * Updates a user. Attributes that are not sent keep their values.
         * @description Updates a user. Attributes that are not sent keep their values. For administrators only.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Deletes a user.
         * @description Deletes a user. For administrators only.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the users of one organization.
         * @description Lists the users of one organization. For administrators only.
         */
        get: operations["listUsersInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/reset_password_failure_lockout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Ends the lockout of a user who entered too many wrong passwords.
         * @description Ends the lockout of a user who entered too many wrong passwords. For administrators only.
         */
        put: operations["resetPasswordFailureLockout"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/terms_agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the versions of the terms and conditions that a user agreed to, the latest first.
         * @description Lists the versions of the terms and conditions that a user agreed to, the latest first. For administrators only.
         */
        get: operations["listTermsAgreements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the attempts of the last 30 days to deliver events to a webhook endpoint, the latest first.
         * @description Lists the attempts of the last 30 days to deliver events to a webhook endpoint, the latest first. For administrators only.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the webhook endpoints, the oldest first.
         * @description Lists the webhook endpoints, the oldest first. For administrators only.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Adds a webhook endpoint that receives the events of jobs.
         * @description Adds a webhook endpoint that receives the events of jobs. For administrators only.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a webhook endpoint.
         * @description Shows a webhook endpoint. For administrators only.
         */
        get: operations["getWebhookEndpoint"];
        /**
         * Updates a webhook endpoint. Once it is enabled, waiting events are delivered immediately.
         * @description Updates a webhook endpoint. Once it is enabled, waiting events are delivered immediately. For administrators only.
         */
        put: operations["updateWebhookEndpoint"];
        post?: never;
        /**
         * Deletes a webhook endpoint, its waiting events and its attempts.
         * @description Deletes a webhook endpoint, its waiting events and its attempts. For administrators only.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints/{id}/attempts/{attempt_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delivers the event of an earlier attempt again, with the same webhook-id.
         * @description Delivers the event of an earlier attempt again, with the same webhook-id. For administrators only.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delivers a test event (endpoint.test) to a webhook endpoint, signed and retried like any other event.
         * @description Delivers a test event (endpoint.test) to a webhook endpoint, signed and retried like any other event. For administrators only.
         */
        post: operations["triggerWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the secret of a webhook endpoint. For 24 hours events are also signed with the old one.
         * @description Replaces the secret of a webhook endpoint. For 24 hours events are also signed with the old one. For administrators only.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "system_admin" | "organization_admin";
            active: boolean;
            /** @description The key itself; null when only its hash is stored. */
            api_key: string | null;
        };
        CampaignStatistics: {
            sent_text: number;
            sent_html: number;
            sent_multipart: number;
            bounces_total: number;
            bounces_unique: number;
            bounces_unique_hard: number;
            bounces_unique_soft: number;
            bounces_unique_other: number;
            bounces_unique_local: number;
            bounces_unique_remote: number;
            bounces_status_updated: number;
            clicks_total: number;
            clicks_unique: number;
            clicks_unique_by_link: number;
            opens_total: number;
            opens_unique: number;
            scomps_total: number;
            scomps_unique: number;
            scomps_status_updated: number;
            unsubs_total: number;
            unsubs_unique: number;
            unsubs_status_updated: number;
            total_messages: number;
            total_success: number;
            total_failure: number;
            total_failure_toolong: number;
            skips_error: number;
            skips_request: number;
            accepted: number;
            in_queue: number;
            bounces_unique_by_code: {
                [key: string]: number;
            };
            messages_sent: number;
            messages_html: number;
            messages_text: number;
            max_unique_activities: number;
            bounced: number;
            unbounced: number;
            unopened: number;
            unclicked: number;
            duplicate_bounces: number;
            duplicate_opens: number;
            duplicate_clicks: number;
            duplicate_scomps: number;
            duplicate_unsubs: number;
            accepted_rate: number;
            in_queue_rate: number;
            open_rate: number;
            open_ratio: number;
            click_rate: number;
            click_to_open_rate: number;
            bounce_rate: number;
            bounce_rate_hard: number;
            bounce_rate_soft: number;
            bounce_rate_other: number;
            bounce_local_rate: number;
            scomp_rate: number;
            unsub_rate: number;
        };
        ColumnRuleSet: {
            id: number;
            name: string;
            /** @description Rules by the entry of column_mapping that a column is mapped to. */
            columns: {
                [key: string]: {
                    values?: {
                        [key: string]: string;
                    };
                    /** @enum {string} */
                    date_format?: "mdy" | "dmy";
                    /** @enum {string} */
                    decimal_mark?: "." | ",";
                    separator?: string;
                    create_options?: boolean;
                    /** @enum {string} */
                    invalid?: "fail" | "leave_blank";
                    /** @enum {string} */
                    blank?: "clear" | "keep";
                    /** @enum {string} */
                    overwrite?: "always" | "if_blank" | "never";
                };
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CustomField: {
            id: number;
            is_global: boolean;
            mailing_list_id: number | null;
            name: string;
            /** @enum {string} */
            field_type: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
            required: boolean;
            instructions: string | null;
            default_string?: string;
            minimum_length?: number | null;
            maximum_length?: number | null;
            interpolation_html_encode?: boolean;
            interpolation_url_encode?: boolean;
            number_of_rows?: number;
            interpolation_html_newlines?: boolean;
            default_integer?: number | null;
            number_support_decimal?: boolean;
            minimum_value?: number | null;
            maximum_value?: number | null;
            default_boolean?: boolean;
            options?: {
                name: string;
                id: number;
                index: number;
            }[];
        };
        DeletedCustomField: {
            id: number;
            is_global: boolean;
            mailing_list_id: number | null;
            name: string;
            /** @enum {string} */
            field_type: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
            required: boolean;
            instructions: string | null;
            default_string?: string;
            minimum_length?: number | null;
            maximum_length?: number | null;
            interpolation_html_encode?: boolean;
            interpolation_url_encode?: boolean;
            number_of_rows?: number;
            interpolation_html_newlines?: boolean;
            default_integer?: number | null;
            number_support_decimal?: boolean;
            minimum_value?: number | null;
            maximum_value?: number | null;
            default_boolean?: boolean;
            options?: {
                name: string;
                id: number;
                index: number;
            }[];
            /** Format: date-time */
            deleted_at: string;
        };
        ImportWorklist: {
            /** @description Counts the changes. */
            version: number;
            number_of_rows: number;
            /** @description Rows with a fault that is neither corrected nor dropped, or that would fail again. */
            left: number;
            corrected: number;
            dropped: number;
            /** @description Corrected rows that were imported. */
            imported: number;
            /** @description Corrected rows that the next import will have. */
            ready: number;
            /** @description Failed rows that are counted but not in the worklist, because it is full. */
            left_out: number;
            /** @description One unique name for each column of the file. */
            columns: string[];
            /** @description The faults, the most frequent one first. */
            groups: {
                /** @description Null when the fault is of the whole row. */
                column: string | null;
                reason: string;
                rows: number;
                left: number;
                /** @description The most frequent cells. */
                values: {
                    value: string;
                    rows: number;
                    left: number;
                }[];
            }[];
            /** @description The last import of corrected rows. */
            import_id: number | null;
            /**
             * Format: date-time
             * @description The worklist is deleted with the logs of the import.
             */
            expires_at: string;
        };
        FailedRow: {
            id: string;
            /** @description The number of the record, without the header and empty lines. */
            row_number: number;
            /** @description The number that a spreadsheet shows for the row. */
            sheet_row: number;
            cells: {
                [key: string]: string;
            };
            /** @description Cells after the last column, which are not imported. */
            surplus: string[];
            faults: {
                /** @description Null when the fault is of the whole row. */
                column: string | null;
                reason: string;
                message: string;
            }[];
            /** @description Null if the row is not corrected; without cells it is imported as it is. */
            corrected_cells: {
                [key: string]: string;
            } | null;
            /** @description The faults that the row has as it is corrected, as it was judged when the correction was stored. */
            still_wrong: {
                /** @description Null when the fault is of the whole row. */
                column: string | null;
                reason: string;
                message: string;
            }[];
            dropped: boolean;
            version: number;
            /** @description The import of the corrected row. */
            imported_as: number | null;
        };
        SubscriberImport: {
            id: number;
            mailing_list_id: number;
            mailing_list_name: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            state: "scheduled" | "downloading" | "splitting" | "importing" | "paused" | "finished" | "failed" | "cancelled";
            /** Format: date-time */
            begins_at: string;
            finished_at: string | null;
            file_source: {
                /** @enum {string} */
                type: "json" | "upload_directory" | "url" | "upload";
                /** @description Extension: the id of an upload. */
                id?: string;
                filename?: string;
                url?: string;
            };
            overwrite: boolean;
            deactivate_subscribers_not_in_import: boolean;
            error_message: string | null;
            autoresponders: {
                subscription: {
                    trigger: boolean;
                    also_trigger_on_updated_subscribers: boolean;
                };
                api: {
                    trigger_new: {
                        id: number;
                        name: string;
                    } | null;
                    trigger_updated: {
                        id: number;
                        name: string;
                    } | null;
                };
            };
            overwrite_what: {
                custom_fields: boolean;
                confirmed: boolean;
                format: boolean;
                status: boolean;
            };
            overwrite_when_status: {
                active: boolean;
                unsubscribed: boolean;
                bounced: boolean;
                deactivated: boolean;
                scomp: boolean;
            };
            column_mapping: string[];
            default_custom_fields: {
                [key: string]: unknown;
            };
            file_format: {
                character_set: string;
                csv_has_headers: boolean;
                csv_field_enclosure: string;
                csv_field_separator: string;
                /** @enum {string} */
                date_format: "mdy" | "dmy";
                /**
                 * @description Extension: the decimal mark of numbers.
                 * @enum {string}
                 */
                decimal_mark?: "." | ",";
                /** @description Extension: number of lines above the header that are skipped. */
                skip_lines?: number;
                /** @description Extension: for a workbook, the name of the sheet or its number from 1. */
                sheet?: string | number;
            };
            subscriber_defaults: {
                /** @enum {string} */
                status: "active" | "bounced" | "unsubscribed" | "scomp" | "deactivated";
                confirmed?: boolean;
                /** @enum {string} */
                format?: "html" | "text" | "both";
            };
            stats: {
                number_of_records: number | null;
                records_imported: number;
                subscribers: {
                    added: number;
                    updated: number;
                    failed: number;
                    skipped_overwrite: number;
                    skipped_active: number;
                    skipped_unsubscribed: number;
                    skipped_scomp: number;
                    skipped_bounced: number;
                    skipped_deactivated: number;
                    skipped_duplicate: number;
                    skipped_over_limit: number;
                };
                /** @description Extension: rows of `updated` that changed nothing; null for imports that ended before this was counted. */
                unchanged: number | null;
                /** @description Extension: valid rows whose address was suppressed when they were read; null for imports that ended before this was counted. */
                suppressed: number | null;
                /** @description Extension: subscribers of the list that became active, or would in a dry run; null for imports that ended before this was counted. */
                reactivated: number | null;
                /** @description Extension: valid rows by the status that they give a new subscriber; null for imports that ended before this was counted. */
                statuses: {
                    active: number;
                    bounced: number;
                    unsubscribed: number;
                    scomp: number;
                    deactivated: number;
                } | null;
                /** @description Extension: records with cells that were left blank because they could not be read; the log `partial` lists these cells. `subscribers` counts the outcomes of the records. */
                partial: number;
                /** @description Extension: active subscribers that were deactivated, or would be in a dry run; null if the import deactivates none. */
                deactivated: number | null;
            };
            /** @description Extension: whether everything was done except writing subscribers. */
            dry_run: boolean;
            /** @description Extension: whether rows with a suppressed address fail. */
            skip_suppressed: boolean;
            /** @description Extension: whether `subscriber_defaults.status` was sent; if so, rows without a status change that of existing subscribers. */
            default_status_sent: boolean;
            /** @description Extension: the dry run that this import was started from. */
            dry_run_id: number | null;
            /** @description Extension: the import that was started from this dry run. */
            started_import_id: number | null;
            /** @description Extension: the import that the corrected rows of this import come from. */
            parent_id: number | null;
            /** @description Extension: the last import of corrected rows of this import; null when its logs are no longer kept. */
            corrected_import_id: number | null;
            /** @description Extension: the undo that has undone this import or is undoing it; null if there is none. Dry runs do not count. */
            undo_id: number | null;
            /** @description Extension: the limit of failed records. */
            max_failed_records: (number | string) | null;
            /** @description Extension: the limit of deactivated subscribers. */
            max_deactivated: (number | string) | null;
            /** @description Extension: the limit that paused the import, as a sentence; null unless one did. */
            pause_reason: string | null;
            /** @description Extension: the account of the records, each of which has one outcome. `is_balanced` is null until the import has ended. */
            balance: {
                records: number | null;
                outcomes: number;
                is_balanced: boolean | null;
            };
            column_rules: ({
                values?: {
                    [key: string]: string;
                };
                /** @enum {string} */
                date_format?: "mdy" | "dmy";
                /** @enum {string} */
                decimal_mark?: "." | ",";
                separator?: string;
                create_options?: boolean;
                /** @enum {string} */
                invalid?: "fail" | "leave_blank";
                /** @enum {string} */
                blank?: "clear" | "keep";
                /** @enum {string} */
                overwrite?: "always" | "if_blank" | "never";
            } | null)[] | null;
            /** @description Extension: notices of what was guessed, skipped or left out when the file was read. */
            notices: {
                /** @enum {string} */
                code: "guessed_encoding" | "twice_encoded" | "guessed_date_format" | "contradicted_date_format" | "guessed_decimal_mark" | "person_in_header" | "header_in_rows" | "guessed_header" | "skipped_lines" | "cleaned_addresses" | "doubtful_addresses" | "cleaned_amounts" | "formula_texts" | "blank_words" | "lost_digits" | "consent_column" | "leaving_name" | "active_with_removal" | "left_later" | "swallowed_rows" | "unread_rows" | "unfit_column" | "not_imported" | "other_sheets" | "created_options";
                message: string;
                columns: number[];
                rows: number[];
                count: number | null;
            }[];
            /** @description Only in the answer for one unfinished import. */
            progress?: {
                /** @description Rows a second, measured over the last minute. */
                rate: number | null;
                seconds_left: number | null;
                /** @description Position, from 1, among the jobs of the organization that wait for a slot. */
                place_in_queue: number | null;
            };
        };
        JobActivity: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            command: "create" | "start" | "pause" | "unpause" | "cancel" | "retry" | "skip_chunk" | "fail" | "restart" | "unblock";
            actor: {
                /**
                 * @description api_key: an API key, with its name at that time; user: a user, with the full name at that time; operator: an operator at the command line, as user@host; list_deletion: the deletion of the mailing list with that id; maintenance: the service itself; guard: a limit of the import, with its reason; temporal: the Temporal UI, or another client of Temporal, with the identity that it gave itself.
                 * @enum {string}
                 */
                type: "api_key" | "user" | "operator" | "list_deletion" | "maintenance" | "guard" | "temporal";
                id: number | null;
                name: string | null;
            };
            /** @description The limit that paused the import, as a sentence; null for commands. */
            reason: string | null;
        };
        ImportUndo: {
            id: number;
            subscriber_import_id: number;
            mailing_list_id: number;
            mailing_list_name: string;
            /** @enum {string} */
            state: "idle" | "undoing" | "paused" | "finished" | "failed" | "cancelled";
            /** @description Whether subscribers are counted only, and none is written. */
            dry_run: boolean;
            error_message: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            /** @description Only in the answer for one unfinished undo. */
            progress?: {
                /** @description Rows a second, measured over the last minute. */
                rate: number | null;
                seconds_left: number | null;
                /** @description Position, from 1, among the jobs of the organization that wait for a slot. */
                place_in_queue: number | null;
            };
            stats: {
                /** @description Subscribers that the import added, changed or deactivated; null until the undo begins. */
                number_of_subscribers: number | null;
                /** @description Subscribers that have an outcome. */
                subscribers_undone: number;
                /** @description Numbers of subscribers by outcome; each has one. */
                outcomes: {
                    removed: number;
                    restored: number;
                    restored_partly: number;
                    kept_changed: number;
                    kept_left: number;
                    kept_later: number;
                    gone: number;
                };
                reactivated: number;
                reactions_cancelled: number;
                reactions_due: number;
            };
        };
        JobActionResult: {
            /** @description The result as a sentence. */
            result: string;
        };
        JobInspection: {
            job_kind: string;
            id: number;
            organization_id: number;
            organization_name: string;
            /** @description Null for a job without a list. */
            mailing_list_id: number | null;
            state: string;
            /** @description Null for a job that is not running. */
            health: ("ok" | "stuck" | "stalled") | null;
            /** @description Null when no worker answers or the job is not running. */
            machine_state: {
                /** @description A state of the state chart: a name, or an object for nested states. */
                value: unknown;
                /** @description The state that `unpause` returns to, as names joined with dots. */
                returns_to: string | null;
            } | null;
            diagnosis: {
                cause: string;
                sentence: string;
                /** @description The remedy for an operator, with commands of the command line. */
                remedy: string;
                /** @description The action of a system administrator that frees the job. */
                action: string | null;
            } | null;
            /** @description The first 100 tasks that failed and wait for an operator. */
            parked: {
                work: string;
                number: number;
                reason: string;
            }[];
            number_of_parked: number;
            /** @description The tasks of each kind of work in order, in at most 200 bands of one or more tasks. */
            tasks: {
                work: string;
                total: number;
                bands: {
                    first: number;
                    tasks: number;
                    done: number;
                    running: number;
                    parked: number;
                }[];
            }[];
            /** @description The actions that the caller may send with `POST /jobs/:job_kind/:id/`. */
            actions: string[];
            workflow_id: string;
            /** @description The workflow in the Temporal UI, if `TEMPORAL_UI_URL` is set. */
            temporal_ui_url: string | null;
        };
        BackgroundJob: {
            id: number;
            /** @enum {string} */
            job_type: "Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport";
            name: string;
            /** @enum {string} */
            state: "loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled";
            state2: string | null;
            paused: boolean;
            organization_id: number;
            mailing_list_id: number | null;
            suppression_list_id: number | null;
            progress_value: number;
            progress_total: number | null;
            begins_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            retry_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Extension: the name of the organization. */
            organization_name: string;
            /** @description Extension: the name of the list; null for a job without a list. */
            mailing_list_name: string | null;
            /** @description Extension: whether the import is a dry run, which writes no subscribers. Null for other kinds of jobs. */
            dry_run: boolean | null;
            /** @description Extension: the first entry of the activity; null if none is recorded. */
            created_by: {
                type: string;
                id: number | null;
                name: string | null;
            } | null;
        };
        JobsReport: {
            parts: {
                postgres: {
                    state: string;
                };
                temporal: {
                    state: string;
                };
                workers: {
                    state: string;
                    count: number | null;
                };
                redis: {
                    state: string;
                };
                files: {
                    state: string;
                };
                mail: {
                    state: string;
                };
            };
            /** @description Running jobs of all organizations; null while Temporal does not answer. */
            running: number | null;
            /** @description Running jobs that were not inspected: an inspection takes 50 at a time. */
            unchecked: number | null;
            unhealthy: {
                job_kind: string;
                id: number;
                organization_id: number;
                /** @description Null while Postgres does not answer. */
                organization_name: string | null;
                /** @description Null for a job without a list, such as the delivery to a webhook endpoint. */
                mailing_list_id: number | null;
                mailing_list_name: string | null;
                /** @description Null for jobs other than subscriber imports. */
                dry_run: boolean | null;
                state: string;
                /** @enum {string} */
                health: "stuck" | "stalled";
                diagnosis: {
                    cause: string;
                    sentence: string;
                    /** @description The remedy for an operator, with commands of the command line. */
                    remedy: string;
                    /** @description The action of a system administrator that frees the job. */
                    action: string | null;
                };
            }[];
        };
        MailingList: {
            id: number;
            name: string;
            d_from_email: string;
            d_from_name: string;
            d_reply_to: string;
            d_virtual_mta: string | null;
            d_virtual_mta_id: number;
            d_url_domain: string | null;
            d_url_domain_id: number | null;
            d_speed: number;
            d_sender_email: string;
            d_bounce_email: string | null;
            d_bounce_email_id: string;
            d_seed_lists: {
                id: number;
                name: string;
            }[];
            d_autowinner_enabled: boolean;
            d_autowinner_percentage: string | null;
            d_autowinner_delay_amount: number | null;
            d_autowinner_delay_unit: ("minutes" | "hours" | "days") | null;
            d_autowinner_metric: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
            has_format: boolean;
            has_confirmed: boolean;
            custom_headers_enabled: boolean;
            custom_headers: string;
            primary_key_custom_field_id: number | null;
            preview_custom_field_data: {
                [key: string]: components["schemas"]["CustomFieldValue"];
            };
            is_remote_list: boolean;
            database_connection_id: number | null;
            database_connection_name: string | null;
            google_analytics: {
                /** @constant */
                enabled: true;
                tracking_id: string;
                source: string;
                restrict_to_domain_list: boolean;
                domain_list: string[];
            } | {
                /** @constant */
                enabled: false;
            };
        };
        CustomFieldValue: {
            name: string;
            /** @enum {string} */
            type: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
            value: (string | number | boolean | string[]) | null;
        };
        DeleteConfirmationCode: {
            delete_confirmation_code: string;
            /** Format: date-time */
            delete_confirmation_expires_at: string;
        };
        MailingListDeletion: {
            mailing_list_id: number;
            mailing_list_name: string;
            /** @enum {string} */
            state: "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished";
            /** @description Why the deletion has stopped. An operator can retry it. */
            error_message: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            stats: {
                /** @description Null until all jobs of the list have ended. */
                number_of_subscribers: number | null;
                subscribers_deleted: number;
            };
        };
        SeedList: {
            id: number;
            name: string;
            addresses_array: string[];
        };
        /** A clause of a segment, to send */
        ClauseInput: {
            /** @enum {string} */
            type: "any" | "all";
            clauses: components["schemas"]["ClauseInput"][];
        } | {
            /** @constant */
            type: "subscriber_status";
            /** @enum {string} */
            operator: "is" | "is not";
            /** @enum {string} */
            value: "active" | "bounced" | "unsubscribed" | "scomp" | "deactivated";
        } | {
            /** @constant */
            type: "subscriber_format";
            /** @enum {string} */
            operator: "is" | "is not";
            /** @enum {string} */
            value: "html" | "text" | "both";
        } | {
            /** @constant */
            type: "subscriber_email";
            /** @enum {string} */
            operator: "is" | "is not" | "contains" | "does not contain" | "starts with" | "ends with";
            value: string;
        } | {
            /** @constant */
            type: "subscriber_domain";
            /** @enum {string} */
            operator: "is" | "is not" | "contains" | "does not contain" | "starts with" | "ends with";
            value: string;
        } | {
            /** @constant */
            type: "subscriber_date_subscribed";
            /** @enum {string} */
            operator: "before" | "after" | "on";
            /** Format: date */
            value: string;
        } | {
            /** @constant */
            type: "in_mailing_list";
            /** @enum {string} */
            operator: "is in" | "is not in" | "is active in" | "is not active in";
            /** @description By id or, ignoring case, by name. */
            mailing_list?: {
                id?: number | null;
                name?: string | null;
            } | null;
        } | {
            /** @constant */
            type: "in_segment";
            /** @enum {string} */
            operator: "is in" | "is not in";
            /** @description By id or, ignoring case, by name. */
            segment?: {
                id?: number | null;
                name?: string | null;
            } | null;
        } | {
            /** @constant */
            type: "custom_field";
            /**
             * @description One of the operators for the type of the field.
             * @enum {string}
             */
            operator: "is" | "is not" | "contains" | "does not contain" | "starts with" | "ends with" | "is blank" | "is not blank" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "before" | "after" | "on";
            /** @description By id or, ignoring case, by name. */
            custom_field?: {
                id?: number | null;
                name?: string | null;
            } | null;
            value?: (string | number | boolean) | null;
        };
        Segment: {
            id: number;
            mailing_list_id: number;
            name: string;
            description: string;
            clause: components["schemas"]["Clause"][];
            criteria_sql?: string;
        };
        Clause: {
            /** @enum {string} */
            type: "any" | "all";
            clauses: components["schemas"]["Clause"][];
        } | {
            /** @enum {string} */
            type: "subscriber_status" | "subscriber_format" | "subscriber_email" | "subscriber_domain" | "subscriber_date_subscribed";
            operator: string;
            value: string;
        } | {
            /** @constant */
            type: "in_mailing_list";
            operator: string;
            mailing_list_id: number;
            mailing_list: {
                id: number;
                /** @description Null when it is deleted. */
                name: string | null;
            };
        } | {
            /** @constant */
            type: "in_segment";
            operator: string;
            segment_id: number;
            segment: {
                id: number;
                /** @description Null when it is deleted. */
                name: string | null;
            };
        } | {
            /** @constant */
            type: "custom_field";
            operator: string;
            custom_field_id: number;
            custom_field: {
                id: number;
                /** @description Null when it is deleted. */
                name: string | null;
            };
            value?: (string | number | boolean) | null;
        };
        SegmentSummary: {
            id: number;
            mailing_list_id: number;
            name: string;
            description: string;
        };
        SegmentCount: {
            number_of_subscribers: number;
        };
        Caller: {
            /** @enum {string} */
            role: "system_admin" | "organization_admin" | "standard";
            organization: {
                id: number;
                name: string;
                time_zone: string;
            };
            /** @description The signed-in user; null for a call with an API key. */
            user: components["schemas"]["User"] | null;
            api_key: {
                id: number;
                name: string;
            } | null;
            session_id: number | null;
            /** @description The terms and conditions that the user must agree to before other calls; null if there are none. */
            terms_to_agree: {
                version: number;
                text: string | null;
                url: string | null;
            } | null;
            /** @description The port of the FTP server for the upload directory; null if there is no FTP server. */
            ftp_port: number | null;
        };
        User: {
            id: number;
            full_name: string;
            email: string;
            active: boolean;
            /** @enum {string} */
            role: "system_admin" | "organization_admin" | "standard";
            show_quick_tips: boolean;
            mail_ended_jobs: boolean;
            default_preview_recipients: string[];
            terms_and_conditions_version: number | null;
            /** @enum {string} */
            default_html_editor: "bee" | "tinymce" | "raw html";
            permissions: {
                mailing_list: ("create" | "update" | "delete")[];
                subscriber: ("create" | "update" | "delete" | "read" | "import" | "export")[];
                segmentation_criteria: ("create" | "update" | "delete")[];
                autoresponder: ("create" | "update" | "delete" | "update_state" | "read_stats")[];
                web_form: ("create" | "update" | "delete")[];
                custom_field: ("create" | "update" | "delete")[];
                campaign: ("create" | "update" | "delete" | "send" | "update_state" | "read_stats")[];
                "campaign/template": ("create" | "update" | "delete")[];
                seed_list: ("create" | "update" | "delete")[];
            };
            password_failure_lockout: {
                is_locked_out: boolean;
                expires_at: string | null;
            };
        };
        Session: {
            id: number;
            is_current: boolean;
            /** @description The beginning of the browser's User-Agent header. */
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the session ends if it is not used. Use extends it, up to a week in total.
             */
            expires_at: string;
        };
        SignInOptions: {
            /** @description Whether the service can mail links to set a new password. */
            password_reset: boolean;
            /** @description Null if the service has no single sign-on. */
            single_sign_on: {
                /** @description The name of the provider. */
                name: string | null;
            } | null;
        };
        SingleSignOn: {
            url: string;
        };
        SubscriberCounts: {
            organization: {
                id: number;
                name: string;
            };
            counts: {
                active: number;
                bounced: number;
                unsubscribed: number;
                scomp: number;
                deactivated: number;
            };
            mailing_lists: {
                mailing_list: {
                    id: number;
                    name: string;
                };
                counts: {
                    active: number;
                    bounced: number;
                    unsubscribed: number;
                    scomp: number;
                    deactivated: number;
                };
            }[];
        };
        SubscriberExport: {
            id: number;
            mailing_list_id: number;
            mailing_list_name: string;
            /** @enum {string} */
            state: "idle" | "estimating" | "exporting" | "paused" | "finished" | "failed" | "cancelled";
            error_message: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            segment: {
                id: number;
                name: string;
            } | null;
            /** @description Empty: any status, or those of the segment. */
            statuses: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated")[];
            columns: string[];
            file_format: {
                /** @constant */
                character_set: "UTF-8";
                csv_has_headers: boolean;
                csv_field_enclosure: string;
                csv_field_separator: string;
                /** @enum {string} */
                date_format: "mdy" | "dmy";
            };
            /** @description Null before the export is finished. */
            file: {
                name: string;
                bytes: number;
                /** Format: date-time */
                expires_at: string;
            } | null;
            /** @description Only in the answer for one unfinished export. */
            progress?: {
                /** @description Rows a second, measured over the last minute. */
                rate: number | null;
                seconds_left: number | null;
                /** @description Position, from 1, among the jobs of the organization that wait for a slot. */
                place_in_queue: number | null;
            };
            stats: {
                number_of_subscribers: number | null;
                subscribers_exported: number;
            };
        };
        SubscriberImportAnalysis: {
            file_format: {
                character_set: string;
                csv_has_headers: boolean;
                csv_field_enclosure: string;
                csv_field_separator: string;
                /** @enum {string} */
                date_format: "mdy" | "dmy";
                /**
                 * @description Extension: the decimal mark of numbers.
                 * @enum {string}
                 */
                decimal_mark?: "." | ",";
                /** @description Extension: number of lines above the header that are skipped. */
                skip_lines?: number;
                /** @description Extension: for a workbook, the name of the sheet or its number from 1. */
                sheet?: string | number;
            };
            /** @description For a workbook, the visible sheets with cells, and the number of the last row that each declares. */
            sheets: {
                name: string;
                rows: number | null;
            }[] | null;
            line_ends: ("LF" | "CRLF" | "CR" | "mixed") | null;
            has_byte_order_mark: boolean;
            columns: {
                number: number;
                name: string | null;
                samples: string[];
                suggestion: string | null;
                suggested_by: ("name" | "synonym" | "last_import" | "values") | null;
                fit: {
                    before: number;
                    after: number;
                } | null;
                consent: {
                    /** @description The entry that the column would be mapped to; null if unknown. */
                    entry: ("status" | "remove_time") | null;
                    /** @description The meanings of the known words of the column. */
                    values: {
                        [key: string]: string;
                    };
                    /** @description Number of rows that say not to mail the subscriber, or have an unknown word. */
                    leavers: number;
                    /** @description Whether the column has free text, and some cells mention leaving. */
                    is_text: boolean;
                } | null;
            }[];
            /** @description The key of the subscribers of the list: email, or the name of a custom field. */
            primary_key: string;
            column_mapping: string[] | null;
            /** @description Suggested rules for the words of the columns, to send as column_rules of an import. */
            column_rules: ({
                values?: {
                    [key: string]: string;
                };
                /** @enum {string} */
                date_format?: "mdy" | "dmy";
                /** @enum {string} */
                decimal_mark?: "." | ",";
                separator?: string;
                create_options?: boolean;
                /** @enum {string} */
                invalid?: "fail" | "leave_blank";
                /** @enum {string} */
                blank?: "clear" | "keep";
                /** @enum {string} */
                overwrite?: "always" | "if_blank" | "never";
            } | null)[] | null;
            records: {
                estimate: number | null;
                is_exact: boolean;
            };
            sample: {
                bytes: number;
                rows: number;
                /** @description Number of rows that would be added with each status. */
                statuses: {
                    active: number;
                    bounced: number;
                    unsubscribed: number;
                    scomp: number;
                    deactivated: number;
                };
                first_rows: string[][];
                failed: number;
                failures: {
                    row: number;
                    message: string;
                }[];
            };
            warnings: {
                /** @enum {string} */
                code: "unreadable" | "no_records" | "mixed_date_orders" | "several_address_columns" | "no_address_column" | "ragged_rows" | "malformed_rows";
                message: string;
                rows: number[];
                columns: number[];
            }[];
            /** @description Extension: notices of what was guessed, skipped or left out when the file was read. */
            notices: {
                /** @enum {string} */
                code: "guessed_encoding" | "twice_encoded" | "guessed_date_format" | "contradicted_date_format" | "guessed_decimal_mark" | "person_in_header" | "header_in_rows" | "guessed_header" | "skipped_lines" | "cleaned_addresses" | "doubtful_addresses" | "cleaned_amounts" | "formula_texts" | "blank_words" | "lost_digits" | "consent_column" | "leaving_name" | "active_with_removal" | "left_later" | "swallowed_rows" | "unread_rows" | "unfit_column" | "not_imported" | "other_sheets" | "created_options";
                message: string;
                columns: number[];
                rows: number[];
                count: number | null;
            }[];
        };
        SubscriberImportSummary: {
            id: number;
            mailing_list_id: number;
            mailing_list_name: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            state: "scheduled" | "downloading" | "splitting" | "importing" | "paused" | "finished" | "failed" | "cancelled";
            /** Format: date-time */
            begins_at: string;
            finished_at: string | null;
            file_source: {
                /** @enum {string} */
                type: "json" | "upload_directory" | "url" | "upload";
                /** @description Extension: the id of an upload. */
                id?: string;
                filename?: string;
                url?: string;
            };
            stats: {
                number_of_records: number | null;
                records_imported: number;
                /** @description Extension: numbers of rows by outcome. */
                subscribers: {
                    added: number;
                    updated: number;
                    failed: number;
                    skipped_overwrite: number;
                    skipped_active: number;
                    skipped_unsubscribed: number;
                    skipped_scomp: number;
                    skipped_bounced: number;
                    skipped_deactivated: number;
                    skipped_duplicate: number;
                    skipped_over_limit: number;
                };
            };
            /** @description Extension: whether everything was done except writing subscribers. */
            dry_run: boolean;
            /** @description Extension: the first entry of the activity; null if none is recorded. */
            created_by: {
                type: string;
                id: number | null;
                name: string | null;
            } | null;
        };
        PendingSubscriber: {
            id: number | null;
            mailing_list_id: number;
            email: string;
            /** Format: date-time */
            created_at: string;
            created_at_epoch: number;
            /**
             * @description Only on lists with a format.
             * @enum {string}
             */
            email_format?: "html" | "text" | "both";
            /** @description Only on lists with confirmation. */
            confirmed?: boolean;
            /** @enum {string} */
            status: "active" | "bounced" | "unsubscribed" | "scomp" | "deactivated";
            /** Format: date-time */
            subscribe_time: string;
            subscribe_time_epoch: number;
            subscribe_ip: string | null;
            custom_fields: {
                [key: string]: components["schemas"]["CustomFieldValue"];
            };
        };
        RemovedSubscribers: {
            subscriber_ids_removed: number[];
            more_remaining: boolean;
        };
        SubscriberByEmail: {
            id: number;
            /** @enum {string} */
            status: "active" | "bounced" | "unsubscribed" | "scomp" | "deactivated";
            email: string;
            mailing_list: {
                id: number;
                name: string;
            };
            organization: {
                id: number;
                name: string;
            };
        };
        SubscriberHistoryEvent: {
            /**
             * @description added: the record was created; subscribed, confirmed and left: the times that the record has; unsubscribed: by a link of a mail; suppressed: the address gets no reactions.
             * @enum {string}
             */
            event: "added" | "subscribed" | "confirmed" | "left" | "unsubscribed" | "suppressed";
            /** Format: date-time */
            at: string;
            ip: string | null;
            /** @description The campaign of the mail with the link; null for other events. */
            campaign_id: number | null;
            /** @description The import that added or unsubscribed the subscriber, while its logs are kept; null for other events. */
            subscriber_import: {
                id: number;
                file: string;
            } | null;
        };
        Subscriber: {
            id: number;
            mailing_list_id: number;
            email: string;
            /** Format: date-time */
            created_at: string;
            created_at_epoch: number;
            /**
             * @description Only on lists with a format.
             * @enum {string}
             */
            email_format?: "html" | "text" | "both";
            /** @description Only on lists with confirmation. */
            confirmed?: boolean;
            /** @enum {string} */
            status: "active" | "bounced" | "unsubscribed" | "scomp" | "deactivated";
            /** Format: date-time */
            subscribe_time: string;
            subscribe_time_epoch: number;
            subscribe_ip: string | null;
            custom_fields: {
                [key: string]: components["schemas"]["CustomFieldValue"];
            };
        };
        TriggeredAutoresponders: {
            triggered_autoresponders: {
                id: number;
                name: string;
            }[];
            subscriber: components["schemas"]["Subscriber"];
            /** @enum {string} */
            subscription_result: "created" | "remained_active" | "reactivated";
        };
        SuppressedAddressImport: {
            id: number;
            organization_id: number;
            /** @description The name of the file. */
            name: string;
            /** @enum {string} */
            state: "idle" | "scheduled" | "splitting" | "importing" | "paused" | "finished" | "failed" | "cancelled";
            error_message: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            column_mapping: string[];
            file_source: {
                type: string;
                url?: string;
                filename?: string;
            };
            /** @description Only in the answer for one unfinished import. */
            progress?: {
                /** @description Rows a second, measured over the last minute. */
                rate: number | null;
                seconds_left: number | null;
                /** @description Position, from 1, among the jobs of the organization that wait for a slot. */
                place_in_queue: number | null;
            };
            stats: {
                /** @description Null until the source is scanned. */
                number_of_records: number | null;
                added: number;
                failed: number;
                /** @description Rows whose address was suppressed before, or by an earlier row. */
                skipped_duplicate: number;
            };
            /** @description Extension: notices of what was guessed, skipped or left out when the file was read. */
            notices: {
                /** @enum {string} */
                code: "guessed_encoding" | "twice_encoded" | "guessed_date_format" | "contradicted_date_format" | "guessed_decimal_mark" | "person_in_header" | "header_in_rows" | "guessed_header" | "skipped_lines" | "cleaned_addresses" | "doubtful_addresses" | "cleaned_amounts" | "formula_texts" | "blank_words" | "lost_digits" | "consent_column" | "leaving_name" | "active_with_removal" | "left_later" | "swallowed_rows" | "unread_rows" | "unfit_column" | "not_imported" | "other_sheets" | "created_options";
                message: string;
                columns: number[];
                rows: number[];
                count: number | null;
            }[];
        };
        SuppressedAddress: {
            email: string;
            /** Format: date-time */
            created_at: string;
            /** @description The import that added the address; null if a call did. */
            suppressed_address_import_id: number | null;
        };
        TemplateSummary: {
            id: number;
            name: string;
            mailing_list_id: number;
            mailing_list_name: string;
            organization_id: number;
            segmentation_criteria_id: number | null;
        };
        Template: {
            id: number;
            name: string;
            mailing_list_id: number;
            mailing_list_name: string;
            organization_id: number;
            segmentation_criteria_id: number | null;
            organization_name: string;
            segmentation_criteria_name: string | null;
            segmentation_criteria_remote_sql: string | null;
            /** @constant */
            archived: false;
            content_determined: boolean;
            custom_dynamic_template_id: null;
            /** @constant */
            template: true;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            stat_summary: null;
            content_stats: {
                content: {
                    id: number;
                    name: string;
                };
                stat_summary: null;
            }[];
            automatic_winner_selection: null;
            content_subject: string;
            email_format: string;
            content_html: string;
            content_text: string;
            contents: {
                id: number;
                name: string;
                subject: string;
                /** @enum {string} */
                format: "html" | "text" | "both";
                html: string;
                text: string;
            }[];
            campaign_contents: {
                id: number;
                name: string;
                subject: string;
                /** @enum {string} */
                format: "html" | "text" | "both";
                html: string;
                text: string;
            }[];
            dispatch?: components["schemas"]["TemplateDispatch"];
        };
        TemplateDispatch: {
            /** @enum {string} */
            state: "idle" | "scheduled" | "sending" | "finished" | "failed" | "cancelled";
            state_description: string | null;
            paused: boolean;
            from_email: string | null;
            from_name: string | null;
            reply_to: string | null;
            sender_email: string | null;
            speed: number;
            track_opens: boolean;
            track_links: boolean;
            begins_at: string | null;
            started_at: null;
            finished_at: null;
            virtual_mta_id: number | null;
            virtual_mta_name: string | null;
            virtual_mta_type: ("default_route" | "virtual_mta") | null;
            bounce_email_id: string | null;
            bounce_email_name: string | null;
            bounce_email_user_id: number | null;
            bounce_email_domain_id: number | null;
            bounce_email_email: string | null;
            url_domain_id: number | null;
            url_domain_name: string | null;
            url_domain_domain: string | null;
            seed_lists: {
                id: number;
                name: string;
            }[];
            seed_list_id: number | null;
            seed_list_name: string | null;
            special_sending_rule_id: null;
            special_sending_rule_name: null;
            autowinner_enabled: boolean;
            autowinner_percentage: string | null;
            autowinner_delay_amount: number | null;
            /** @enum {string} */
            autowinner_delay_unit: "minutes" | "hours" | "days";
            autowinner_metric: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
        };
        LockoutReset: {
            /** @enum {string} */
            result: "lockout_cleared" | "not_locked_out";
        };
        TermsAgreement: {
            version: number;
            /** Format: date-time */
            agreed_at: string;
        };
        WebhookAttempt: {
            id: number;
            /** @description The header webhook-id, which is the same for all attempts of an event. */
            webhook_id: string;
            /** @enum {string} */
            event: "job.started" | "job.paused" | "job.stalled" | "job.finished" | "job.failed" | "job.cancelled" | "service.went_back" | "endpoint.test";
            /** @description Null for service.went_back and endpoint.test, which belong to no job. */
            job_type: string | null;
            job_id: number | null;
            /** Format: date-time */
            at: string;
            duration_ms: number;
            /** @description The status of the endpoint's answer; null if there was none. */
            status: number | null;
            /** @description Null for a successful attempt. */
            error: string | null;
        };
        WebhookEndpointWithSecret: {
            id: number;
            url: string;
            /** @description Null: all types of events of jobs. */
            events: ("job.started" | "job.paused" | "job.stalled" | "job.finished" | "job.failed" | "job.cancelled" | "service.went_back")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description When the service disabled it; null when it is enabled, or a client disabled it. */
            disabled_at: string | null;
            disabled_reason: string | null;
            /** @description The first failed attempt since the last successful one. */
            failing_since: string | null;
            /** @description Events that are not delivered yet. */
            waiting: number;
            /** Format: date-time */
            created_at: string;
            /** @description The secret that signs the events. It is shown only in this answer. */
            secret: string;
        };
        WebhookEndpoint: {
            id: number;
            url: string;
            /** @description Null: all types of events of jobs. */
            events: ("job.started" | "job.paused" | "job.stalled" | "job.finished" | "job.failed" | "job.cancelled" | "service.went_back")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description When the service disabled it; null when it is enabled, or a client disabled it. */
            disabled_at: string | null;
            disabled_reason: string | null;
            /** @description The first failed attempt since the last successful one. */
            failing_since: string | null;
            /** @description Events that are not delivered yet. */
            waiting: number;
            /** Format: date-time */
            created_at: string;
        };
    };
    responses: {
        /** @description The role of the API key does not allow the call. */
        Status403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "not_authorized";
                    error_message: string;
                };
            };
        };
        /** @description The API key is missing, unknown or inactive. */
        Status401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "not_authorized";
                    error_message: string;
                };
            };
        };
        /** @description The request cannot be read. */
        Status400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "invalid_request";
                    error_message: string;
                };
            };
        };
        /** @description The body is too large. */
        Status413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "invalid_request";
                    error_message: string;
                };
            };
        };
        /** @description The path or the headers are too large. */
        Status431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "invalid_request";
                    error_message: string;
                };
            };
        };
        /** @description Too many calls of the API key, or too much data of the organization at once. The header retry-after says how many seconds to wait. */
        Status429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "requested_too_many";
                    error_message: string;
                };
            };
        };
        /** @description The Idempotency-Key was used with another path or body within the last 24 hours. */
        Status422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "validation_failed";
                    error_message: string;
                };
            };
        };
        /** @description Too many large bodies are being sent, no worker answered a command, or the database, the file store or the provider of the single sign-on does not answer; the header retry-after says how many seconds to wait. */
        Status503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "requested_too_many" | "internal_error";
                    error_message: string;
                };
            };
        };
        /** @description The service failed. The message has the id of the request, for the operator. */
        Status500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    data: null;
                    /** @enum {string} */
                    error_code: "internal_error";
                    error_message: string;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: {
                        name: string;
                        /** @description Default: organization_admin. */
                        role?: ("system_admin" | "organization_admin") | null;
                        /** @description Calls with an inactive key are answered with 401. Default: true. */
                        active?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listApiKeysInOrganization: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createApiKeyInOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: {
                        name: string;
                        /** @description Default: organization_admin. */
                        role?: ("system_admin" | "organization_admin") | null;
                        /** @description Calls with an inactive key are answered with 401. Default: true. */
                        active?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listApiKeysInOrganizationByOtherPath: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createApiKeyInOrganizationByOtherPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: {
                        name: string;
                        /** @description Default: organization_admin. */
                        role?: ("system_admin" | "organization_admin") | null;
                        /** @description Calls with an inactive key are answered with 401. Default: true. */
                        active?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: {
                        name?: string;
                        /** @description Default: organization_admin. */
                        role?: ("system_admin" | "organization_admin") | null;
                        /** @description Calls with an inactive key are answered with 401. Default: true. */
                        active?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getCampaignStatistics: {
        parameters: {
            query?: {
                /** @description Counts campaigns that started at this time or later. A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                started_at__start?: string;
                /** @description Counts campaigns that started before this time. A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                started_at__end?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CampaignStatistics"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listColumnRuleSets: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ColumnRuleSet"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createColumnRuleSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    column_rule_set: {
                        name: string;
                        /** @description Rules by the entry of column_mapping: `status` or another built-in entry, or the name of a custom field. */
                        columns: {
                            [key: string]: {
                                /** @description Meanings of cells by their text, in any case; "" is a blank cell. */
                                values?: {
                                    [key: string]: string;
                                } | null;
                                date_format?: ("mdy" | "dmy") | null;
                                /** @description The decimal mark of the numbers of the column, instead of that of file_format. */
                                decimal_mark?: ("." | ",") | null;
                                /** @description The separator of several choices in a cell, instead of the usual ones. */
                                separator?: string | null;
                                /** @description Whether unknown words are added to the options of the field, up to 1000 for each import. */
                                create_options?: boolean | null;
                                /** @description Whether a row with an unreadable cell fails, or is imported without that value and noted in the log `partial`. */
                                invalid?: ("fail" | "leave_blank") | null;
                                /** @description Whether a blank cell clears or keeps the value of an existing subscriber. */
                                blank?: ("clear" | "keep") | null;
                                /** @description Which values of existing subscribers the column replaces, instead of overwrite_what.custom_fields. */
                                overwrite?: ("always" | "if_blank" | "never") | null;
                            } | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ColumnRuleSet"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getColumnRuleSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ColumnRuleSet"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateColumnRuleSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    column_rule_set: {
                        name?: string;
                        /** @description Rules by the entry of column_mapping: `status` or another built-in entry, or the name of a custom field. */
                        columns?: {
                            [key: string]: {
                                /** @description Meanings of cells by their text, in any case; "" is a blank cell. */
                                values?: {
                                    [key: string]: string;
                                } | null;
                                date_format?: ("mdy" | "dmy") | null;
                                /** @description The decimal mark of the numbers of the column, instead of that of file_format. */
                                decimal_mark?: ("." | ",") | null;
                                /** @description The separator of several choices in a cell, instead of the usual ones. */
                                separator?: string | null;
                                /** @description Whether unknown words are added to the options of the field, up to 1000 for each import. */
                                create_options?: boolean | null;
                                /** @description Whether a row with an unreadable cell fails, or is imported without that value and noted in the log `partial`. */
                                invalid?: ("fail" | "leave_blank") | null;
                                /** @description Whether a blank cell clears or keeps the value of an existing subscriber. */
                                blank?: ("clear" | "keep") | null;
                                /** @description Which values of existing subscribers the column replaces, instead of overwrite_what.custom_fields. */
                                overwrite?: ("always" | "if_blank" | "never") | null;
                            } | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ColumnRuleSet"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteColumnRuleSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listGlobalCustomFields: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createGlobalCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    custom_field: {
                        name: string;
                        /**
                         * @description Cannot be changed.
                         * @enum {string}
                         */
                        field_type: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
                        required?: boolean | null;
                        instructions?: string | null;
                        default_string?: string | null;
                        minimum_length?: number | null;
                        maximum_length?: number | null;
                        interpolation_html_encode?: boolean | null;
                        interpolation_url_encode?: boolean | null;
                        number_of_rows?: number | null;
                        interpolation_html_newlines?: boolean | null;
                        number_support_decimal?: boolean | null;
                        default_integer?: number | null;
                        minimum_value?: number | null;
                        maximum_value?: number | null;
                        default_boolean?: boolean | null;
                        options?: ({
                            id?: number | null;
                            name: string;
                        } | string)[];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    custom_field: {
                        name: string;
                        /**
                         * @description Cannot be changed.
                         * @enum {string}
                         */
                        field_type: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
                        required?: boolean | null;
                        instructions?: string | null;
                        default_string?: string | null;
                        minimum_length?: number | null;
                        maximum_length?: number | null;
                        interpolation_html_encode?: boolean | null;
                        interpolation_url_encode?: boolean | null;
                        number_of_rows?: number | null;
                        interpolation_html_newlines?: boolean | null;
                        number_support_decimal?: boolean | null;
                        default_integer?: number | null;
                        minimum_value?: number | null;
                        maximum_value?: number | null;
                        default_boolean?: boolean | null;
                        options?: ({
                            id?: number | null;
                            name: string;
                        } | string)[];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateGlobalCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    custom_field: {
                        name?: string;
                        /**
                         * @description Cannot be changed.
                         * @enum {string}
                         */
                        field_type?: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
                        required?: boolean | null;
                        instructions?: string | null;
                        default_string?: string | null;
                        minimum_length?: number | null;
                        maximum_length?: number | null;
                        interpolation_html_encode?: boolean | null;
                        interpolation_url_encode?: boolean | null;
                        number_of_rows?: number | null;
                        interpolation_html_newlines?: boolean | null;
                        number_support_decimal?: boolean | null;
                        default_integer?: number | null;
                        minimum_value?: number | null;
                        maximum_value?: number | null;
                        default_boolean?: boolean | null;
                        options?: ({
                            id?: number | null;
                            name: string;
                        } | string)[];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteGlobalCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: {
                            dependencies: {
                                type: string;
                                id: number;
                            }[];
                        } | null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id of the custom field. */
                field: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    custom_field: {
                        name?: string;
                        /**
                         * @description Cannot be changed.
                         * @enum {string}
                         */
                        field_type?: "text" | "text_multiline" | "number" | "date" | "day_of_year" | "select_single_dropdown" | "select_single_radio" | "select_multiple_checkboxes" | "boolean";
                        required?: boolean | null;
                        instructions?: string | null;
                        default_string?: string | null;
                        minimum_length?: number | null;
                        maximum_length?: number | null;
                        interpolation_html_encode?: boolean | null;
                        interpolation_url_encode?: boolean | null;
                        number_of_rows?: number | null;
                        interpolation_html_newlines?: boolean | null;
                        number_support_decimal?: boolean | null;
                        default_integer?: number | null;
                        minimum_value?: number | null;
                        maximum_value?: number | null;
                        default_boolean?: boolean | null;
                        options?: ({
                            id?: number | null;
                            name: string;
                        } | string)[];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id of the custom field. */
                field: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: {
                            dependencies: {
                                type: string;
                                id: number;
                            }[];
                        } | null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listDeletedGlobalCustomFields: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeletedCustomField"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listDeletedCustomFields: {
        parameters: {
            query?: {
                /** @description Exactly this name. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeletedCustomField"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    promoteCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    promote: {
                        custom_field_id: number;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CustomField"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getImportWorklist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportWorklist"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listFailedRows: {
        parameters: {
            query?: {
                /** @description Rows with a fault of the column. */
                column?: string;
                /** @description Rows with the fault. */
                reason?: string;
                /** @description Rows with a fault of such a cell. */
                value?: string;
                /** @description Lists only rows with a fault that is neither corrected nor dropped. */
                left?: boolean;
                /** @description Lists rows after this one. */
                after?: string;
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FailedRow"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateFailedRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id of the failed row. */
                row: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    correction: {
                        cells?: {
                            [key: string]: string;
                        } | null;
                        dropped?: boolean | null;
                        /** @description The version of the row that was read. */
                        version: number;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FailedRow"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteFailedRowCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id of the failed row. */
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FailedRow"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateFailedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    correction: {
                        column?: string | null;
                        reason?: string | null;
                        from?: string | null;
                        to?: string | null;
                        dropped?: boolean | null;
                        kept?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Rows that were changed. */
                            rows: number;
                        };
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createCorrectedImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listImportUndoActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActivity"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    pauseImportUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseImportUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    cancelImportUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    undoSubscriberImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    import_undo: {
                        /** @description Counts subscribers, and writes none. */
                        dry_run?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            422: components["responses"]["Status422"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listImportUndos: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getImportUndoLog: {
        parameters: {
            query?: {
                /** @description Whether the file begins with a byte order mark, which tells spreadsheets that it is UTF-8. */
                bom?: boolean;
                /** @description "escape" puts an apostrophe before each cell that begins with = + - @, a tab or a carriage return, including numbers. */
                formulas?: "keep" | "escape";
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The kind of log. */
                kind: "added" | "updated" | "failed" | "skipped_overwrite" | "skipped_active" | "skipped_unsubscribed" | "skipped_scomp" | "skipped_bounced" | "skipped_deactivated" | "skipped_duplicate" | "skipped_over_limit";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getImportUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ImportUndo"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    skipChunkOfJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    failJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    restartJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unblockJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActionResult"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    watchJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    watchJobsInAllOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getJobInspection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of the job. */
                job_kind: "import_undo" | "list_deletion" | "subscriber_export" | "subscriber_import" | "suppressed_address_import";
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobInspection"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listJobsInAllOrganizations: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listJobsInOrganization: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUnfinishedJobs: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUnfinishedJobsInAllOrganizations: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUnfinishedJobsInOrganization: {
        parameters: {
            query?: {
                state?: ("loading_immediate" | "idle" | "scheduled" | "loading_delayed" | "estimating" | "splitting" | "importing" | "exporting" | "undoing" | "sending" | "cancelling_jobs" | "deleting_subscribers" | "paused" | "finished" | "failed" | "cancelled")[];
                job_type?: ("Campaign" | "ImportUndo" | "MailingListDeletion" | "SubscriberExport" | "SubscriberImport" | "SuppressedAddressImport")[];
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                begins_at__before?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__after?: string;
                /** @description A Unix time, or ISO 8601 with or without an offset, or a date. Without an offset, the time zone of the organization applies. */
                finished_at__before?: string;
                /** @description Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BackgroundJob"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getJobsReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobsReport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listMailingLists: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingList"][];
                        error_code: null;
                        error_message: null;
                        page?: number;
                        per_page?: number;
                        num_records?: number;
                        num_pages?: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mailing_list: {
                        /** @description Unique among the lists of the organization, ignoring case. */
                        name: string;
                        d_from_email?: string | null;
                        d_from_name?: string | null;
                        d_reply_to?: string | null;
                        d_virtual_mta_id?: number | null;
                        d_virtual_mta?: string | null;
                        d_url_domain_id?: number | null;
                        d_url_domain?: string | null;
                        /** @description 0 is unlimited. */
                        d_speed?: number | null;
                        d_sender_email?: string | null;
                        d_bounce_email_id?: string | null;
                        d_bounce_email?: string | null;
                        d_seed_list_ids?: number[] | null;
                        d_seed_list_names?: string[] | null;
                        d_seed_lists?: {
                            id: number;
                        }[] | null;
                        d_autowinner_enabled?: boolean | null;
                        /** @description A number or text above 0 and below 100, with at most two decimals. */
                        d_autowinner_percentage?: (string | number) | null;
                        d_autowinner_delay_amount?: number | null;
                        d_autowinner_delay_unit?: ("minutes" | "hours" | "days") | null;
                        d_autowinner_metric?: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
                        has_format?: boolean | null;
                        has_confirmed?: boolean | null;
                        custom_headers_enabled?: boolean | null;
                        /** @description One header on each line; headers that the service sets are not allowed. */
                        custom_headers?: string | null;
                        primary_key_custom_field_id?: number | null;
                        /** @description Values by the name of the custom field; null removes a value. */
                        preview_custom_field_data?: {
                            [key: string]: unknown;
                        } | null;
                        is_remote_list?: boolean | null;
                        database_connection_id?: number | null;
                        database_connection_name?: string | null;
                        google_analytics?: {
                            enabled?: boolean | null;
                            tracking_id?: string | null;
                            source?: string | null;
                            restrict_to_domain_list?: boolean | null;
                            /** @description Host names. */
                            domain_list?: string[] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingList"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createMailingListDeletionCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DeleteConfirmationCode"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The confirmation code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listMailingListDeletionActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActivity"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    pauseMailingListDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingListDeletion"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseMailingListDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingListDeletion"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getMailingListDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingListDeletion"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mailing_list: {
                        /** @description Unique among the lists of the organization, ignoring case. */
                        name?: string;
                        d_from_email?: string | null;
                        d_from_name?: string | null;
                        d_reply_to?: string | null;
                        d_virtual_mta_id?: number | null;
                        d_virtual_mta?: string | null;
                        d_url_domain_id?: number | null;
                        d_url_domain?: string | null;
                        /** @description 0 is unlimited. */
                        d_speed?: number | null;
                        d_sender_email?: string | null;
                        d_bounce_email_id?: string | null;
                        d_bounce_email?: string | null;
                        d_seed_list_ids?: number[] | null;
                        d_seed_list_names?: string[] | null;
                        d_seed_lists?: {
                            id: number;
                        }[] | null;
                        d_autowinner_enabled?: boolean | null;
                        /** @description A number or text above 0 and below 100, with at most two decimals. */
                        d_autowinner_percentage?: (string | number) | null;
                        d_autowinner_delay_amount?: number | null;
                        d_autowinner_delay_unit?: ("minutes" | "hours" | "days") | null;
                        d_autowinner_metric?: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
                        has_format?: boolean | null;
                        has_confirmed?: boolean | null;
                        custom_headers_enabled?: boolean | null;
                        /** @description One header on each line; headers that the service sets are not allowed. */
                        custom_headers?: string | null;
                        primary_key_custom_field_id?: number | null;
                        /** @description Values by the name of the custom field; null removes a value. */
                        preview_custom_field_data?: {
                            [key: string]: unknown;
                        } | null;
                        is_remote_list?: boolean | null;
                        database_connection_id?: number | null;
                        database_connection_name?: string | null;
                        google_analytics?: {
                            enabled?: boolean | null;
                            tracking_id?: string | null;
                            source?: string | null;
                            restrict_to_domain_list?: boolean | null;
                            /** @description Host names. */
                            domain_list?: string[] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MailingList"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateForgottenPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The code in the mailed link. */
                    code: string;
                    /** @description 8 to 128 characters. */
                    password1: string;
                    password2: string;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSeedLists: {
        parameters: {
            query?: {
                order_by?: "id" | "name";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SeedList"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSeedList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    seed_list: {
                        name: string;
                        addresses_array?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SeedList"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateSeedList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    seed_list: {
                        name?: string;
                        addresses_array?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SeedList"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteSeedList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSegmentsInMailingList: {
        parameters: {
            query?: {
                /** @description Exactly this name, in any case. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SegmentSummary"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSegment: {
        parameters: {
            query?: {
                /** @description Whether to include criteria_sql in the answer. */
                include_sql?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    segmentation_criteria: {
                        name: string;
                        clause: components["schemas"]["ClauseInput"][];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    segmentation_criteria: {
                        name: string;
                        clause: components["schemas"]["ClauseInput"][];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Exactly this name, in any case. */
                name?: string;
                /** @description Text that the name contains. */
                name_contains?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SegmentSummary"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    countSubscribersInSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SegmentCount"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    countSubscribersOfClauses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    segmentation_criteria: {
                        clause: components["schemas"]["ClauseInput"][];
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SegmentCount"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteCurrentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createTermsAgreement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version that the user agrees to. */
                    version: number;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateOwnPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether the console shows tips. */
                    show_quick_tips?: boolean | null;
                    /** @description Whether the user gets a mail when a job that the user started ends. */
                    mail_ended_jobs?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The current password of the user. */
                    current_password: string;
                    /** @description 8 to 128 characters. */
                    password1: string;
                    password2: string;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateOwnEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The current password of the user. */
                    current_password: string;
                    /**
                     * Format: email
                     * @description Unique among all users of the service.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SignInOptions"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    continueSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The query string with which the provider sent the browser back to the console, without the question mark. */
                    query: string;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Caller"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    startSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SingleSignOn"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    countSubscribers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberCounts"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    countSubscribersInOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberCounts"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    countSubscribersInOrganizationByOtherPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberCounts"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberExportActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActivity"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    pauseSubscriberExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseSubscriberExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    cancelSubscriberExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberExportsInMailingList: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSubscriberExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriber_export: {
                        /** @description Exports the subscribers of a segment of the list. */
                        segment_id?: number | null;
                        /** @description Exports the subscribers of these statuses. */
                        statuses?: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated")[] | null;
                        /** @description Built-in columns and names of custom fields, in the order of the file. Default: all of them. */
                        columns?: string[] | null;
                        file_format?: {
                            /** @description UTF-8. */
                            character_set?: string | null;
                            csv_has_headers?: boolean | null;
                            csv_field_enclosure?: string | null;
                            csv_field_separator?: string | null;
                            date_format?: ("mdy" | "dmy") | null;
                            /** @description Extension: for a workbook, the name of the sheet to import or its number from 1. Default: the first visible sheet. */
                            sheet?: (number | string) | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            422: components["responses"]["Status422"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    downloadSubscriberExport: {
        parameters: {
            query?: {
                /** @description Whether the file begins with a byte order mark, which tells spreadsheets that it is UTF-8. */
                bom?: boolean;
                /** @description "escape" puts an apostrophe before each cell that begins with = + - @, a tab or a carriage return, including numbers. */
                formulas?: "keep" | "escape";
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberExports: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSubscriberExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberExport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberImportActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActivity"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    analyzeSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriber_import: {
                        /** @description Extension: the name or the id of saved rules. They apply to columns without a rule in column_rules, by the field that a column is mapped to. */
                        column_rule_set?: (string | number) | null;
                        file_source: {
                            /** @constant */
                            type: "json";
                            /** @description The CSV as text. */
                            content: string;
                        } | {
                            /** @constant */
                            type: "upload_directory";
                            filename: string;
                        } | {
                            /** @constant */
                            type: "url";
                            /** Format: uri */
                            url: string;
                        } | {
                            /** @constant */
                            type: "upload";
                            /** @description Extension: the id of an upload. */
                            id: string;
                        };
                        file_format?: {
                            /** @description UTF-8 or ISO-8859-1; extension: every label of the WHATWG Encoding Standard, or "auto", which detects it. ISO-8859-1 is read as windows-1252. */
                            character_set?: string | null;
                            csv_has_headers?: boolean | null;
                            csv_field_enclosure?: string | null;
                            csv_field_separator?: string | null;
                            date_format?: ("mdy" | "dmy") | null;
                            /** @description Extension: the decimal mark of numbers. Without it, only unambiguous numbers are read. */
                            decimal_mark?: ("." | ",") | null;
                            /** @description Extension: number of lines above the header that are skipped. */
                            skip_lines?: number | null;
                            /** @description Extension: for a workbook, the name of the sheet to import or its number from 1. Default: the first visible sheet. */
                            sheet?: (number | string) | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImportAnalysis"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    pauseSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    cancelSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberImportsInMailingList: {
        parameters: {
            query?: {
                scope?: "finished" | "active" | "recent" | "all";
                /** @description Extension: only dry runs, or only imports that are not dry runs. */
                dry_run?: "all" | "true" | "false";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImportSummary"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSubscriberImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriber_import: {
                        begins_at?: string | null;
                        overwrite?: boolean | null;
                        deactivate_subscribers_not_in_import?: boolean | null;
                        /** @description Extension: does everything except writing subscribers. */
                        dry_run?: boolean | null;
                        /** @description Extension: false keeps no before-images, so the import cannot be undone. Default: true. */
                        undo?: boolean | null;
                        /** @description Extension: whether rows with a suppressed address fail. */
                        skip_suppressed?: boolean | null;
                        /** @description Extension: pauses the import before it writes if more records have failed. */
                        max_failed_records?: (number | string) | null;
                        /** @description Extension: pauses the import before it deactivates more subscribers. */
                        max_deactivated?: (number | string) | null;
                        autoresponders?: {
                            subscription?: {
                                trigger?: boolean | null;
                                also_trigger_on_updated_subscribers?: boolean | null;
                            } | null;
                            api?: {
                                trigger_new?: {
                                    id?: number | null;
                                    name?: string | null;
                                } | null;
                                trigger_updated?: {
                                    id?: number | null;
                                    name?: string | null;
                                } | null;
                            } | null;
                        } | null;
                        overwrite_what?: {
                            custom_fields?: boolean | null;
                            confirmed?: boolean | null;
                            format?: boolean | null;
                            status?: boolean | null;
                        } | null;
                        overwrite_when_status?: {
                            active?: boolean | null;
                            unsubscribed?: boolean | null;
                            bounced?: boolean | null;
                            deactivated?: boolean | null;
                            scomp?: boolean | null;
                        } | null;
                        /** @description For each column a built-in entry, the name of a custom field, or null or "" to skip it; "auto" uses the mapping that an analysis suggests. */
                        column_mapping: (string | null)[] | "auto";
                        /** @description Extension: rules to read the cells of each column; in the order of column_mapping, null for a column without a rule. */
                        column_rules?: ({
                            /** @description Meanings of cells by their text, in any case; "" is a blank cell. */
                            values?: {
                                [key: string]: string;
                            } | null;
                            date_format?: ("mdy" | "dmy") | null;
                            /** @description The decimal mark of the numbers of the column, instead of that of file_format. */
                            decimal_mark?: ("." | ",") | null;
                            /** @description The separator of several choices in a cell, instead of the usual ones. */
                            separator?: string | null;
                            /** @description Whether unknown words are added to the options of the field, up to 1000 for each import. */
                            create_options?: boolean | null;
                            /** @description Whether a row with an unreadable cell fails, or is imported without that value and noted in the log `partial`. */
                            invalid?: ("fail" | "leave_blank") | null;
                            /** @description Whether a blank cell clears or keeps the value of an existing subscriber. */
                            blank?: ("clear" | "keep") | null;
                            /** @description Which values of existing subscribers the column replaces, instead of overwrite_what.custom_fields. */
                            overwrite?: ("always" | "if_blank" | "never") | null;
                        } | null)[] | null;
                        /** @description Values by the name of the field, for fields that are not mapped or blank. */
                        default_custom_fields?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Extension: the name or the id of saved rules. They apply to columns without a rule in column_rules, by the field that a column is mapped to. */
                        column_rule_set?: (string | number) | null;
                        subscriber_defaults?: {
                            status?: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated") | null;
                            confirmed?: boolean | null;
                            format?: ("html" | "text" | "both") | null;
                        } | null;
                        file_source: {
                            /** @constant */
                            type: "json";
                            /** @description The CSV as text. */
                            content: string;
                        } | {
                            /** @constant */
                            type: "upload_directory";
                            filename: string;
                        } | {
                            /** @constant */
                            type: "url";
                            /** Format: uri */
                            url: string;
                        } | {
                            /** @constant */
                            type: "upload";
                            /** @description Extension: the id of an upload. */
                            id: string;
                        };
                        file_format?: {
                            /** @description UTF-8 or ISO-8859-1; extension: every label of the WHATWG Encoding Standard, or "auto", which detects it. ISO-8859-1 is read as windows-1252. */
                            character_set?: string | null;
                            csv_has_headers?: boolean | null;
                            csv_field_enclosure?: string | null;
                            csv_field_separator?: string | null;
                            date_format?: ("mdy" | "dmy") | null;
                            /** @description Extension: the decimal mark of numbers. Without it, only unambiguous numbers are read. */
                            decimal_mark?: ("." | ",") | null;
                            /** @description Extension: number of lines above the header that are skipped. */
                            skip_lines?: number | null;
                            /** @description Extension: for a workbook, the name of the sheet to import or its number from 1. Default: the first visible sheet. */
                            sheet?: (number | string) | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            422: components["responses"]["Status422"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    watchSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberImportFailedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberImports: {
        parameters: {
            query?: {
                scope?: "finished" | "active" | "recent" | "all";
                /** @description Extension: only dry runs, or only imports that are not dry runs. */
                dry_run?: "all" | "true" | "false";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImportSummary"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSubscriberImportLog: {
        parameters: {
            query?: {
                /** @description Whether the file begins with a byte order mark, which tells spreadsheets that it is UTF-8. */
                bom?: boolean;
                /** @description "escape" puts an apostrophe before each cell that begins with = + - @, a tab or a carriage return, including numbers. */
                formulas?: "keep" | "escape";
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The kind of log. */
                kind: "added" | "updated" | "failed" | "skipped_overwrite" | "skipped_active" | "skipped_unsubscribed" | "skipped_scomp" | "skipped_bounced" | "skipped_deactivated" | "skipped_duplicate" | "skipped_over_limit";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "text/plain": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    startSubscriberImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    begins_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscribers: {
        parameters: {
            query?: {
                /** @description The id of a segment of the list. */
                segment_id?: string;
                /** @description Extension: the beginning of the address. The list is then ordered by address. */
                email__starts_with?: string;
                /** @description Extension: text that the address contains, in any case. This takes longer for larger lists. */
                email__contains?: string;
                /** @description Extension: lists only subscribers with these statuses. */
                status?: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated")[];
                /** @description Extension: by ascending id, by descending id, or by address. */
                order?: "oldest" | "newest" | "address";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Subscriber"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriber: {
                        /** Format: email */
                        email: string;
                        /** @description Ignored by lists without a format. */
                        email_format?: ("html" | "text" | "both") | null;
                        /** @description Ignored by lists without confirmation. */
                        confirmed?: boolean | null;
                        status?: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated") | null;
                        subscribe_time?: string | null;
                        subscribe_ip?: (string | unknown | unknown) | null;
                        /** @description Values by the name of the custom field; an array for a field of several options. */
                        custom_fields?: {
                            [key: string]: unknown;
                        } | null;
                        skip_autoresponders?: boolean | null;
                        /** @description A pattern for names; * matches any text. */
                        autoresponder_filter?: string | null;
                        autoresponder_exclude_reacted?: boolean | null;
                    };
                    /** @description The form whose confirmation mail is sent to an active subscriber; its link adds the subscriber. */
                    confirmation_form_id?: number | null;
                    /** @description Whether fields that are not sent get their default values. */
                    apply_custom_field_defaults?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["PendingSubscriber"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            422: components["responses"]["Status422"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSubscribers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id or the email address of a subscriber. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Subscriber"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id or the email address of a subscriber. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriber: {
                        email?: string | null;
                        /** @description Ignored by lists without a format. */
                        email_format?: ("html" | "text" | "both") | null;
                        /** @description Ignored by lists without confirmation. */
                        confirmed?: boolean | null;
                        status?: ("active" | "bounced" | "unsubscribed" | "scomp" | "deactivated") | null;
                        subscribe_time?: string | null;
                        subscribe_ip?: (string | unknown | unknown) | null;
                        /** @description Values by the name of the custom field; an array for a field of several options. */
                        custom_fields?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Whether to queue the autoresponders for new subscribers. */
                        run_autoresponders?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Subscriber"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id or the email address of a subscriber. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["RemovedSubscribers"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    findSubscribersByEmail: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description An email address. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberByEmail"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    findSubscribersByEmailInMailingList: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description An email address. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberByEmail"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    findSubscribersByEmailInAllOrganizations: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description An email address. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberByEmail"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    findSubscribersByEmailInOrganization: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description An email address. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberByEmail"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSubscriberHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id or the email address of a subscriber. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SubscriberHistoryEvent"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    triggerAutoresponders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id or the email address of a subscriber. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    create_missing_subscriber?: boolean | null;
                    reactivate_subscriber?: boolean | null;
                    skip_subscription_autoresponders?: boolean | null;
                    /** @description Patterns for names; * matches any text. */
                    autoresponder_names?: string[] | null;
                    autoresponder_ids?: number[] | null;
                    /** @description Texts that replace %%api:name%% in the mail, by name. */
                    content_replacement_fields?: {
                        [key: string]: string;
                    } | null;
                    /** @description Custom field values, by the case that they apply to. */
                    custom_fields?: {
                        for_all?: {
                            [key: string]: unknown;
                        } | null;
                        for_new?: {
                            [key: string]: unknown;
                        } | null;
                        for_active?: {
                            [key: string]: unknown;
                        } | null;
                        for_reactivated?: {
                            [key: string]: unknown;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TriggeredAutoresponders"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unsubscribeSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    unsubscribe: {
                        /** @description The value of %%unsubscribe_token%% in a mail. */
                        token: string;
                        ip?: (string | unknown | unknown) | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Subscriber"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSuppressedAddressImportActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["JobActivity"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    pauseSuppressedAddressImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    unpauseSuppressedAddressImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    cancelSuppressedAddressImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSuppressedAddressImports: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSuppressedAddressImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    suppressed_address_import: {
                        /** @description For each column "email" or, to skip it, ""; exactly one is "email". Default: ["email"]. */
                        column_mapping?: string[] | null;
                        file_source: {
                            /** @constant */
                            type: "json";
                            /** @description The CSV as text. */
                            content: string;
                        } | {
                            /** @constant */
                            type: "upload_directory";
                            filename: string;
                        } | {
                            /** @constant */
                            type: "url";
                            /** Format: uri */
                            url: string;
                        } | {
                            /** @constant */
                            type: "upload";
                            /** @description Extension: the id of an upload. */
                            id: string;
                        };
                        file_format?: {
                            /** @description UTF-8 or ISO-8859-1; extension: every label of the WHATWG Encoding Standard. ISO-8859-1 is read as windows-1252. */
                            character_set?: string | null;
                            csv_has_headers?: boolean | null;
                            csv_field_enclosure?: string | null;
                            csv_field_separator?: string | null;
                            date_format?: ("mdy" | "dmy") | null;
                            /** @description Extension: the decimal mark of numbers. Without it, only unambiguous numbers are read. */
                            decimal_mark?: ("." | ",") | null;
                            /** @description Extension: number of lines above the header that are skipped. */
                            skip_lines?: number | null;
                            /** @description Extension: for a workbook, the name of the sheet to import or its number from 1. Default: the first visible sheet. */
                            sheet?: (number | string) | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            422: components["responses"]["Status422"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSuppressedAddressImportLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The kind of log. */
                kind: "added" | "updated" | "failed" | "skipped_overwrite" | "skipped_active" | "skipped_unsubscribed" | "skipped_scomp" | "skipped_bounced" | "skipped_deactivated" | "skipped_duplicate" | "skipped_over_limit";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "text/plain": string;
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getSuppressedAddressImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddressImport"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listSuppressedAddresses: {
        parameters: {
            query?: {
                /** @description Only addresses that contain this text, in any case. */
                search?: string;
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddress"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createSuppressedAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    suppressed_address: {
                        /** Format: email */
                        email: string;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SuppressedAddress"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteSuppressedAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An email address. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TemplateSummary"][];
                        error_code: null;
                        error_message: null;
                        page?: number;
                        per_page?: number;
                        num_records?: number;
                        num_pages?: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listTemplatesInMailingList: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TemplateSummary"][];
                        error_code: null;
                        error_message: null;
                        page?: number;
                        per_page?: number;
                        num_records?: number;
                        num_pages?: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    campaign: {
                        name: string;
                        /** @description A segment of the list. */
                        segmentation_criteria_id?: number | null;
                        /** @description Only for remote lists, instead of a segment. */
                        segmentation_criteria_remote_sql?: string | null;
                        contents?: {
                            /** @description The id of an existing content of the template. */
                            id?: number | null;
                            name?: string | null;
                            subject?: string | null;
                            format?: ("html" | "text" | "both") | null;
                            html?: string | null;
                            text?: string | null;
                        }[] | null;
                        /** @deprecated */
                        content_subject?: string | null;
                        /** @deprecated */
                        email_format?: ("html" | "text" | "both") | null;
                        /** @deprecated */
                        content_html?: string | null;
                        /** @deprecated */
                        content_text?: string | null;
                        dispatch_attributes?: {
                            state?: ("idle" | "scheduled" | "sending" | "finished" | "failed" | "cancelled") | null;
                            paused?: boolean | null;
                            from_email?: string | null;
                            from_name?: string | null;
                            reply_to?: string | null;
                            sender_email?: string | null;
                            /** @description 0 is unlimited. */
                            speed?: number | null;
                            track_opens?: boolean | null;
                            track_links?: boolean | null;
                            begins_at?: string | null;
                            virtual_mta_id?: number | null;
                            virtual_mta_name?: string | null;
                            url_domain_id?: number | null;
                            url_domain_name?: string | null;
                            bounce_email_id?: string | null;
                            bounce_email_name?: string | null;
                            /** @description Always null: there are no sending rules. */
                            special_sending_rule_id?: null;
                            /** @description Always null: there are no sending rules. */
                            special_sending_rule_name?: null;
                            /** @deprecated */
                            seed_list_id?: number | null;
                            /** @deprecated */
                            seed_list_name?: string | null;
                            seed_list_ids?: number[] | null;
                            seed_list_names?: string[] | null;
                            seed_lists?: {
                                id: number;
                            }[] | null;
                            autowinner_enabled?: boolean | null;
                            /** @description A number or text above 0 and below 100, with at most two decimals. */
                            autowinner_percentage?: (string | number) | null;
                            autowinner_delay_amount?: number | null;
                            autowinner_delay_unit?: ("minutes" | "hours" | "days") | null;
                            autowinner_metric?: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Template"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Template"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    campaign: {
                        name?: string;
                        /** @description A segment of the list. */
                        segmentation_criteria_id?: number | null;
                        /** @description Only for remote lists, instead of a segment. */
                        segmentation_criteria_remote_sql?: string | null;
                        contents?: {
                            /** @description The id of an existing content of the template. */
                            id?: number | null;
                            name?: string | null;
                            subject?: string | null;
                            format?: ("html" | "text" | "both") | null;
                            html?: string | null;
                            text?: string | null;
                        }[] | null;
                        /** @deprecated */
                        content_subject?: string | null;
                        /** @deprecated */
                        email_format?: ("html" | "text" | "both") | null;
                        /** @deprecated */
                        content_html?: string | null;
                        /** @deprecated */
                        content_text?: string | null;
                        dispatch_attributes?: {
                            state?: ("idle" | "scheduled" | "sending" | "finished" | "failed" | "cancelled") | null;
                            paused?: boolean | null;
                            from_email?: string | null;
                            from_name?: string | null;
                            reply_to?: string | null;
                            sender_email?: string | null;
                            /** @description 0 is unlimited. */
                            speed?: number | null;
                            track_opens?: boolean | null;
                            track_links?: boolean | null;
                            begins_at?: string | null;
                            virtual_mta_id?: number | null;
                            virtual_mta_name?: string | null;
                            url_domain_id?: number | null;
                            url_domain_name?: string | null;
                            bounce_email_id?: string | null;
                            bounce_email_name?: string | null;
                            /** @description Always null: there are no sending rules. */
                            special_sending_rule_id?: null;
                            /** @description Always null: there are no sending rules. */
                            special_sending_rule_name?: null;
                            /** @deprecated */
                            seed_list_id?: number | null;
                            /** @deprecated */
                            seed_list_name?: string | null;
                            seed_list_ids?: number[] | null;
                            seed_list_names?: string[] | null;
                            seed_lists?: {
                                id: number;
                            }[] | null;
                            autowinner_enabled?: boolean | null;
                            /** @description A number or text above 0 and below 100, with at most two decimals. */
                            autowinner_percentage?: (string | number) | null;
                            autowinner_delay_amount?: number | null;
                            autowinner_delay_unit?: ("minutes" | "hours" | "days") | null;
                            autowinner_metric?: ("opens_unique" | "clicks_unique" | "opens_total" | "clicks_total" | "click_to_open_rate") | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Template"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The version of the protocol. */
                "Tus-Resumable": string;
                /** @description The bytes of the file. */
                "Upload-Length": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description The header Tus-Resumable is missing. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The version of the protocol. */
                "Tus-Resumable": string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description There is no such upload of the organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            /** @description The upload has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            /** @description The header Tus-Resumable is missing. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            413: components["responses"]["Status413"];
            /** @description Another call is writing to the upload. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The version of the protocol. */
                "Tus-Resumable": string;
                /** @description Offset of the first byte that is sent. */
                "Upload-Offset": string;
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description The bytes were received up to the Upload-Offset of the answer. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            /** @description There is no such upload of the organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            /** @description Upload-Offset does not equal the number of bytes received. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            /** @description The upload has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            /** @description The header Tus-Resumable is missing. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            413: components["responses"]["Status413"];
            /** @description Another call is writing to the upload. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: false;
                        data: null;
                        error_code: string;
                        error_message: string;
                    };
                };
            };
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                full_name?: string;
                full_name_contains?: string;
                email?: string;
                email_contains?: string;
                order_by?: "id" | "full_name" | "email";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user: {
                        full_name: string;
                        /**
                         * Format: email
                         * @description Unique among all users of the service.
                         */
                        email: string;
                        active: boolean;
                        /** @enum {string} */
                        role: "system_admin" | "organization_admin" | "standard";
                        show_quick_tips?: boolean | null;
                        /** @description Whether the user gets a mail when a job that the user started ends. Default: true. */
                        mail_ended_jobs?: boolean | null;
                        default_preview_recipients?: string[] | null;
                        terms_and_conditions_version?: number | null;
                        default_html_editor?: ("bee" | "tinymce" | "raw html") | null;
                        /** @description Kinds that are not sent keep their permissions, or have the defaults of the role. */
                        permissions?: {
                            /** @description Any of create, update, delete. */
                            mailing_list?: string[] | null;
                            /** @description Any of create, update, delete, read, import, export. */
                            subscriber?: string[] | null;
                            /** @description Any of create, update, delete. */
                            segmentation_criteria?: string[] | null;
                            /** @description Any of create, update, delete, update_state, read_stats. */
                            autoresponder?: string[] | null;
                            /** @description Any of create, update, delete. */
                            web_form?: string[] | null;
                            /** @description Any of create, update, delete. */
                            custom_field?: string[] | null;
                            /** @description Any of create, update, delete, send, update_state, read_stats. */
                            campaign?: string[] | null;
                            /** @description Any of create, update, delete. */
                            "campaign/template"?: string[] | null;
                            /** @description Any of create, update, delete. */
                            seed_list?: string[] | null;
                        } | null;
                        /** @description 8 to 128 characters. */
                        password1: string;
                        password2: string;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user: {
                        full_name?: string;
                        /**
                         * Format: email
                         * @description Unique among all users of the service.
                         */
                        email?: string;
                        active?: boolean;
                        /** @enum {string} */
                        role?: "system_admin" | "organization_admin" | "standard";
                        show_quick_tips?: boolean | null;
                        /** @description Whether the user gets a mail when a job that the user started ends. Default: true. */
                        mail_ended_jobs?: boolean | null;
                        default_preview_recipients?: string[] | null;
                        terms_and_conditions_version?: number | null;
                        default_html_editor?: ("bee" | "tinymce" | "raw html") | null;
                        /** @description Kinds that are not sent keep their permissions, or have the defaults of the role. */
                        permissions?: {
                            /** @description Any of create, update, delete. */
                            mailing_list?: string[] | null;
                            /** @description Any of create, update, delete, read, import, export. */
                            subscriber?: string[] | null;
                            /** @description Any of create, update, delete. */
                            segmentation_criteria?: string[] | null;
                            /** @description Any of create, update, delete, update_state, read_stats. */
                            autoresponder?: string[] | null;
                            /** @description Any of create, update, delete. */
                            web_form?: string[] | null;
                            /** @description Any of create, update, delete. */
                            custom_field?: string[] | null;
                            /** @description Any of create, update, delete, send, update_state, read_stats. */
                            campaign?: string[] | null;
                            /** @description Any of create, update, delete. */
                            "campaign/template"?: string[] | null;
                            /** @description Any of create, update, delete. */
                            seed_list?: string[] | null;
                        } | null;
                        /** @description 8 to 128 characters. */
                        password1?: string;
                        password2?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listUsersInOrganization: {
        parameters: {
            query?: {
                full_name?: string;
                full_name_contains?: string;
                email?: string;
                email_contains?: string;
                order_by?: "id" | "full_name" | "email";
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
                /** @description The next_page_token of the previous page, instead of page. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["User"][];
                        error_code: null;
                        error_message: null;
                        page: number | null;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                        next_page_token: string | null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    resetPasswordFailureLockout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["LockoutReset"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listTermsAgreements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TermsAgreement"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                /** @description Number of records on a page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookAttempt"][];
                        error_code: null;
                        error_message: null;
                        page: number;
                        per_page: number;
                        num_records: number;
                        num_pages: number;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"][];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook_endpoint: {
                        /** @description Begins with https:// and resolves to a public address. */
                        url: string;
                        /** @description The types of events that are delivered. Default, null or empty: all events of jobs. service.went_back lists jobs that were lost when the database was restored to an earlier time; only endpoints that name it get it. */
                        events?: ("job.started" | "job.paused" | "job.stalled" | "job.finished" | "job.failed" | "job.cancelled" | "service.went_back")[] | null;
                        description?: string | null;
                        /** @description Default: true. Set to true to enable an endpoint that the service has disabled. */
                        enabled?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook_endpoint: {
                        /** @description Begins with https:// and resolves to a public address. */
                        url?: string;
                        /** @description The types of events that are delivered. Default, null or empty: all events of jobs. service.went_back lists jobs that were lost when the database was restored to an earlier time; only endpoints that name it get it. */
                        events?: ("job.started" | "job.paused" | "job.stalled" | "job.finished" | "job.failed" | "job.cancelled" | "service.went_back")[] | null;
                        description?: string | null;
                        /** @description Default: true. Set to true to enable an endpoint that the service has disabled. */
                        enabled?: boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
                /** @description The id of the attempt. */
                attempt_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    triggerWebhookTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, or the reason for the refusal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                        error_code: null;
                        error_message: null;
                    } | {
                        /** @constant */
                        success: false;
                        data: null;
                        /** @enum {string} */
                        error_code: "validation_failed" | "invalid_request" | "requested_too_many" | "not_found" | "multiple_records_found";
                        error_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            429: components["responses"]["Status429"];
            431: components["responses"]["Status431"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
}
