import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import { documentOf } from '../api/support/check-answers.ts';
import { CLIENT_TYPES_FILE, clientTypes, describeApi } from '../support/client.ts';

describe('client/schema.ts', () => {
  it('has the types of the OpenAPI document; "npm run client" generates it', async () => {
    // One boolean: a difference of some thousand lines helps no reader.
    expect(readFileSync(CLIENT_TYPES_FILE, 'utf8') === (await clientTypes())).toBe(true);
  });

  it('is generated from the document that the service serves', async () => {
    expect(await describeApi()).toEqual(await documentOf((await build()).app));
  });
});
