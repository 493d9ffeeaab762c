import { AsyncLocalStorage } from 'node:async_hooks'

const versions = new AsyncLocalStorage<string>()

/** Makes an answer from one data version. During that time, `isOutdated` compares other data versions with it. */
export function readingVersion<T>(dataVersion: string, make: () => Promise<T>): Promise<T> {
  return versions.run(dataVersion, make)
}

/** Whether the answer in progress was made from an older data version than this one. */
export function isOutdated(dataVersion: string): boolean {
  const read = versions.getStore()
  return read !== undefined && read !== dataVersion
}
