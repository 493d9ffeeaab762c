import { AsyncLocalStorage } from 'node:async_hooks'

const versions = new AsyncLocalStorage<string>()

/** Makes an answer from one data version: `isOutdated` then tells, within it, whether the catalogue has another one. */
export function readingVersion<T>(dataVersion: string, make: () => Promise<T>): Promise<T> {
  return versions.run(dataVersion, make)
}

/** Whether the answer that is being made has read an earlier data version than the given one. */
export function isOutdated(dataVersion: string): boolean {
  const read = versions.getStore()
  return read !== undefined && read !== dataVersion
}
