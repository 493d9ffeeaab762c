import { basename, sep } from 'node:path'
import { ACCESS_FORMAT, accessPath, LEASES, PLANS_FILE } from '../access/index.ts'
import type { StoreFormat } from '../base/store-file.ts'
import { CATALOG_FORMAT, catalogPath, isCatalogFile } from '../catalog/whole-file.ts'
import { PEOPLE_FORMAT, peoplePath } from '../privacy/index.ts'

/** A store of a data folder. */
export interface Store {
  readonly format: StoreFormat
  /** Undefined where the folder has none, or might have none. */
  path(dataDir: string): string | undefined
}

/**
 * In the order in which they are copied. The people come last: whoever is withheld or erased meanwhile is on the list
 * then, even if the catalogue still has the record.
 */
export const CATALOG: Store = { format: CATALOG_FORMAT, path: catalogPath }
export const ACCESS: Store = { format: ACCESS_FORMAT, path: accessPath }
export const PEOPLE: Store = { format: PEOPLE_FORMAT, path: peoplePath }
export const STORES: readonly Store[] = [CATALOG, ACCESS, PEOPLE]

/** Text files, which programs write whole or line by line. */
export const REVOCATIONS = 'revocations'
export const PLANS = PLANS_FILE

/** What a file of a backup may be called: no other name is ever put into a data folder. */
export function isKnownName(name: string): boolean {
  if (name === REVOCATIONS || name === PLANS || storeNamed(name) !== undefined) return true
  const [folder, log = '', ...more] = name.split(sep)
  return folder === LEASES && /^[\w-]+\.\d+\.settled$/.test(log) && more.length === 0
}

export function storeNamed(name: string): Store | undefined {
  if (isCatalogFile(name)) return CATALOG
  return [ACCESS, PEOPLE].find((store) => basename(store.path('') ?? '') === name)
}
