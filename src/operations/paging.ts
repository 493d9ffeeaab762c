import { defaulted, wholeNumber } from '../params/index.ts'

const MOST = 999_999_999

/** `page`, as every list that is handed out in pages takes it. */
export function pageParameter(pageSize: number, more = '') {
  return defaulted(
    wholeNumber(1, MOST),
    '1',
    `Page of ${pageSize}, from 1${more}; a page past the last one is an empty list.`,
  )
}

/** One page of a list. */
export function onPage<T>(list: readonly T[], page: number, pageSize: number): readonly T[] {
  return list.slice((page - 1) * pageSize, page * pageSize)
}
