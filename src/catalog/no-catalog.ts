import type { CatalogWriter } from './catalog-writer.ts'
import { NO_SOURCE_HOMES } from './source-homes.ts'

/** Holds nothing and keeps nothing: what a dry run compares with where there is no catalogue yet. */
export const NO_CATALOG: CatalogWriter = {
  sourceHomes: NO_SOURCE_HOMES,
  get: () => undefined,
  each: () => [],
  idsOf: () => [],
  put() {},
  remove: () => false,
  attribute: () => false,
  note: () => undefined,
  setNote() {},
  learnAgain() {},
  commit() {},
  rollback() {},
}
