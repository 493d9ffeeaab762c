import type { StoreFormat } from '../../kit/store/store-file.ts'
import { CATALOG_SCHEMA } from './schema.ts'
import { checkSums } from './table-sums.ts'
import { catalogSteps } from './upgrade-steps.ts'

const CATALOG_VERSION = 25 // node tools/versions.ts bumps it

export const CATALOG_FORMAT: StoreFormat = {
  noun: 'catalogue',
  files: 'catalogue*',
  applicationId: 0x504c_4154, // "PLAT"
  version: CATALOG_VERSION,
  pageBytes: 16_384, // at 4 KiB only one home fits a page: measured, writes are a quarter faster and files 17 % smaller
  schema: CATALOG_SCHEMA,
  steps: catalogSteps(CATALOG_VERSION),
  older:
    'make a sample again with ./plat sample --data DIR, which takes its place, or import your files again into a new folder, and leave this one until that is done',
  sums: (database) => checkSums(database),
}

/**
 * Fingerprint of a catalogue of this version: records and everything derived from them.
 * @internal For tests.
 */
export const CATALOG_FINGERPRINT = '25 W_9ZGmOyAi3DIn5U1W5OL1'
