import { AsyncLocalStorage } from 'node:async_hooks'

const versions = new AsyncLocalStorage<string>()

/** Sets the data version with which `isOutdated` compares while `make` runs. */
export function readingVersion<T>(dataVersion: string, make: () => Promise<T>): Promise<T> {
  return versions.run(dataVersion, make)
}

/** Whether the answer in progress uses another data version. False if `readingVersion` set none. */
export function isOutdated(dataVersion: string): boolean {
  const read = versions.getStore()
  return read !== undefined && read !== dataVersion
}
