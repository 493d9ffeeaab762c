import type { StoreFormat } from '../../kit/store/store-file.ts'
import { checkRows } from './row-checks.ts'
import { CATALOG_SCHEMA } from './schema.ts'

const CATALOG_VERSION = 34 // `node tools/versions.ts` increases it

export const CATALOG_FORMAT: StoreFormat = {
  noun: 'catalog',
  files: 'catalogue*',
  applicationId: 0x504c_4154, // "PLAT"
  version: CATALOG_VERSION,
  pageBytes: 16_384, // 4 KiB pages fit only one home; with 16 KiB pages, writes are a quarter faster and files 17 % smaller
  schema: CATALOG_SCHEMA,
  steps: [], // none: a catalog of another format must be imported again
  older:
    'replace it with ./plat import FILE --mapping MAPPING --replace-catalog --data DIR (./plat sample --data DIR for a sample); keys, people and saved searches stay',
  checkRows,
}

/**
 * Fingerprint of everything that this version writes to a catalog.
 *
 * @internal For tests.
 */
export const CATALOG_FINGERPRINT = '34 eid1ac1ptFD1velOh8Gcxw'
