import type { Span } from '../../catalog/ports/agents.ts'
import { defaulted, wholeNumber } from '../../kit/params/index.ts'

const MAX_PAGE = 999_999_999

/** The `page` parameter of every list with pages. */
export function pageParameter(pageSize: number, more = '') {
  return defaulted(
    wholeNumber(1, MAX_PAGE),
    '1',
    `Number of the page, from 1${more}, with ${pageSize} entries each; any page past the last is an empty list.`,
  )
}

export function spanOf(page: number, pageSize: number): Span {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}

export function onPage<T>(list: readonly T[], page: number, pageSize: number): readonly T[] {
  const { offset, limit } = spanOf(page, pageSize)
  return list.slice(offset, offset + limit)
}
