import { basename, sep } from 'node:path'
import { CATALOG_FORMAT, catalogPath, isCatalogFile } from '../../catalog/opening/whole-file.ts'
import { ACCESS_FORMAT, accessPath, LOGS_OF_FORMAT_4, PLANS_FILE } from '../../guard/access/index.ts'
import { PEOPLE_FORMAT, peoplePath } from '../../guard/privacy/index.ts'
import { SUBSCRIPTIONS_FORMAT, subscriptionsPath } from '../../guard/subscriptions/index.ts'
import type { StoreFormat } from '../../kit/store/store-file.ts'

export interface Store {
  readonly format: StoreFormat
  /** Returns the path of the store's file; undefined if the folder has no such store. */
  path(dataDir: string): string | undefined
}

export const CATALOG: Store = { format: CATALOG_FORMAT, path: catalogPath }
export const ACCESS: Store = { format: ACCESS_FORMAT, path: accessPath }
export const SUBSCRIPTIONS: Store = { format: SUBSCRIPTIONS_FORMAT, path: subscriptionsPath }
export const PEOPLE: Store = { format: PEOPLE_FORMAT, path: peoplePath }
export const STORES: readonly Store[] = [CATALOG, ACCESS, SUBSCRIPTIONS, PEOPLE]

/** Text files of a data folder. */
export const REVOCATIONS = 'revocations'
export const PLANS = PLANS_FILE

/** Whether a backup may contain a file of this name. `restore` writes no other files. */
export function isKnownName(name: string): boolean {
  if (name === REVOCATIONS || name === PLANS || storeNamed(name) !== undefined) return true
  const [folder, log = '', ...more] = name.split(sep)
  return folder === LOGS_OF_FORMAT_4 && /^[\w-]+\.\d+\.settled$/.test(log) && more.length === 0
}

export function storeNamed(name: string): Store | undefined {
  if (isCatalogFile(name)) return CATALOG
  return STORES.find((store) => basename(store.path('') ?? '') === name)
}
