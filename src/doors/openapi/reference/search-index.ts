import { FAILURES } from '../../../kit/base/failure.ts'
import { type Described, groupsOf } from './described.ts'

/** A result of the search: a row for each operation, parameter and failure, with its place. */
export interface Found {
  readonly name: string
  /** The operation of a parameter. */
  readonly of?: string
  readonly says: string
  readonly address: string
}

export function searchIndex(document: Described): readonly Found[] {
  const entries = groupsOf(document).flatMap((group) => group.entries)
  return [
    ...entries.map(({ path, page, summary }) => ({ name: path, says: summary, address: page ?? path })),
    ...entries.flatMap(({ path, page = '', parameters }) =>
      parameters.map(({ name, description }) => ({ name, of: path, says: description, address: `${page}#${name}` })),
    ),
    ...Object.entries(FAILURES).map(([code, [, , meaning]]) => ({
      name: code,
      says: meaning,
      address: `/docs/problems#${code}`,
    })),
  ]
}
