import { z } from 'zod';
import { suppressedAddressImportOptions } from '../domain/suppressed-address-imports.ts';
import { importPolicy, keptSettings } from './kept-settings.ts';

const storedSettings = z.object({
  organizationId: z.number(),
  name: z.string(),
  options: suppressedAddressImportOptions,
  policy: importPolicy,
});

/** The settings that an import of suppressed addresses is created with, apart from its source. */
export type SuppressionSettings = Readonly<z.infer<typeof storedSettings>>;

/** The settings of imports of suppressed addresses. */
export const suppressionSettings = keptSettings<SuppressionSettings>('suppressions', storedSettings);
