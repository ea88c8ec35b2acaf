import { DefaultFailureConverter } from '@temporalio/common';

// JavaScript, because the SDK loads it with require() next to bundling it with the workflows.

/** Puts messages and stack traces of failures into payloads, so that the codec encrypts them. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
