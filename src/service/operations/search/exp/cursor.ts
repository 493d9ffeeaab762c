import { hash } from 'node:crypto'
import type { Catalog } from '../../../../catalog/ports/catalog.ts'
import { clip } from '../../../../kit/base/sentence.ts'
import { format, invalidParameters, type Parameters } from '../../../../kit/params/index.ts'

const NAME = 'nextPageCursor'

/** A key, a digest of the query, and the catalog's signature of key and digest. */
const CURSOR = /^([0-9a-z]{1,11})-([\w-]{12})-([\w-]{22})$/

/** The arguments of a request, and the declarations of its parameters. */
interface CursorQuery {
  readonly parameters: Parameters
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * Makes a cursor from the key of a page's last row. Rows are sorted by key, and imports never change a key. A client
 * that follows the cursors therefore gets each row exactly once, unless an import removes it.
 */
export function cursorAfter(key: number, query: CursorQuery, catalog: Catalog): string {
  const content = `${key.toString(36)}-${digestOf(query)}`
  return `${content}-${catalog.seal(content)}`
}

/** Returns the key in a cursor. Throws a Fault if the cursor is from another catalog or another query. */
export function keyOfCursor(cursor: string, query: CursorQuery, catalog: Catalog): number {
  const [, key = '', digest = '', seal] = CURSOR.exec(cursor) ?? []
  if (seal !== catalog.seal(`${key}-${digest}`)) {
    throw refused(
      cursor,
      'must be the nextPageCursor of the previous page. It was altered, or belongs to another catalog.',
    )
  }
  if (digest !== digestOf(query)) {
    throw refused(
      cursor,
      'must be the nextPageCursor of the previous page, with the same parameters. It belongs to another query.',
    )
  }
  return Number.parseInt(key, 36)
}

/** Returns a digest of the arguments that determine the results: all except the cursor and `facets`. */
function digestOf({ parameters, args }: CursorQuery): string {
  const lines = Object.entries(parameters).flatMap(([name, { shape }]) =>
    name === NAME || name === 'facets' || args[name] === undefined
      ? []
      : [`${name}=${JSON.stringify(format(shape, args[name]))}`],
  )
  const text = lines.join('\n')
  return hash('sha256', text, 'base64url').slice(0, 12)
}

function refused(cursor: string, why: string) {
  const detail = `Cannot read ${NAME} ${JSON.stringify(clip(cursor))}: ${why}`
  return invalidParameters([{ parameter: NAME, code: 'param.invalid', detail, given: clip(cursor) }])
}
