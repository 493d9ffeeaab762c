import { basename, sep } from 'node:path'
import { CATALOG_FORMAT, catalogPath, isCatalogFile } from '../../catalog/opening/whole-file.ts'
import { ACCESS_FORMAT, accessPath, LOGS_OF_FORMAT_4, PLANS_FILE } from '../../guard/access/index.ts'
import { PEOPLE_FORMAT, peoplePath } from '../../guard/privacy/index.ts'
import { SUBSCRIPTIONS_FORMAT, subscriptionsPath } from '../../guard/subscriptions/index.ts'
import type { StoreFormat } from '../../kit/store/store-file.ts'

export interface Store {
  readonly format: StoreFormat
  /** Returns the path of the store. Undefined where the folder has none, or might have none. */
  path(dataDir: string): string | undefined
}

/**
 * The stores in the order in which they are copied. The keys come after the file `revocations`, which has a revocation
 * until the key file has it, and before the plans, so that the plan of each key is there. The people come last, so a
 * person who is withheld or erased meanwhile is on the list, even if the copied catalogue still has the record.
 */
export const CATALOG: Store = { format: CATALOG_FORMAT, path: catalogPath }
export const ACCESS: Store = { format: ACCESS_FORMAT, path: accessPath }
export const SUBSCRIPTIONS: Store = { format: SUBSCRIPTIONS_FORMAT, path: subscriptionsPath }
export const PEOPLE: Store = { format: PEOPLE_FORMAT, path: peoplePath }
export const STORES: readonly Store[] = [CATALOG, ACCESS, SUBSCRIPTIONS, PEOPLE]

/** Text files, which programs write whole or line by line. */
export const REVOCATIONS = 'revocations'
export const PLANS = PLANS_FILE

/** Whether a file of a backup may have this name. No other name is ever put into a data folder. */
export function isKnownName(name: string): boolean {
  if (name === REVOCATIONS || name === PLANS || storeNamed(name) !== undefined) return true
  const [folder, log = '', ...more] = name.split(sep)
  return folder === LOGS_OF_FORMAT_4 && /^[\w-]+\.\d+\.settled$/.test(log) && more.length === 0
}

export function storeNamed(name: string): Store | undefined {
  if (isCatalogFile(name)) return CATALOG
  return STORES.find((store) => basename(store.path('') ?? '') === name)
}
