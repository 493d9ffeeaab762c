import { FAILURES } from '../../../kit/base/failure.ts'
import { type Described, groupsOf } from './described.ts'

/** An entry of the search index: an operation, parameter or failure, with its URL. */
export interface IndexEntry {
  readonly name: string
  /** For a parameter: its operation. */
  readonly of?: string
  readonly says: string
  readonly address: string
}

export function searchIndex(document: Described): readonly IndexEntry[] {
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
