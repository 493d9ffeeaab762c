import type { CatalogWriter } from '../ports/catalog-writer.ts'
import { NO_SOURCE_HOMES } from '../ports/source-homes.ts'

/** An empty catalog that stores nothing, for a dry run without a catalog. */
export const NO_CATALOG: CatalogWriter = {
  sourceHomes: NO_SOURCE_HOMES,
  get: () => undefined,
  expect() {},
  each: () => [],
  idsOf: () => [],
  put() {},
  remove: () => false,
  attribute: () => false,
  contribute: () => false,
  note: () => undefined,
  setNote() {},
  layersOf: () => [],
  learnAgain() {},
  commit() {},
  rollback() {},
}
