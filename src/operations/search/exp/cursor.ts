import { hash } from 'node:crypto'
import { clip } from '../../../base/sentence.ts'
import type { Catalog } from '../../../catalog/catalog.ts'
import { format, invalidParameters, type Parameters } from '../../../params/index.ts'

const NAME = 'nextPageCursor'

/** A key, a digest of the query, and the catalogue's seal on both. */
const CURSOR = /^([0-9a-z]{1,11})-([\w-]{12})-([\w-]{22})$/

/** What a call asks for, and the parameters that it was read with. */
interface Asked {
  readonly parameters: Parameters
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * A cursor holds the key of the last row of a page. Rows are ordered by key, and no import changes a key: whoever
 * follows the cursors sees each row that stays in the catalogue exactly once.
 */
export function cursorAfter(key: number, asked: Asked, catalog: Catalog): string {
  const content = `${key.toString(36)}-${digestOf(asked)}`
  return `${content}-${catalog.seal(content)}`
}

/** Throws a Fault for a cursor that this catalogue did not make, or made for another query. */
export function keyOfCursor(cursor: string, asked: Asked, catalog: Catalog): number {
  const [, key = '', query = '', seal] = CURSOR.exec(cursor) ?? []
  if (seal !== catalog.seal(`${key}-${query}`)) {
    throw refused(cursor, 'it was altered, or comes from another catalogue: accepted is the one of the page before.')
  }
  if (query !== digestOf(asked)) {
    throw refused(
      cursor,
      'it belongs to another query: accepted is the one of the page before, with the same parameters.',
    )
  }
  return Number.parseInt(key, 36)
}

/** Everything that was asked for, but for the page. */
function digestOf({ parameters, args }: Asked): string {
  const lines = Object.entries(parameters).flatMap(([name, { shape }]) =>
    name === NAME || args[name] === undefined ? [] : [`${name}=${JSON.stringify(format(shape, args[name]))}`],
  )
  const text = lines.join('\n')
  return hash('sha256', text, 'base64url').slice(0, 12)
}

function refused(cursor: string, why: string) {
  const detail = `Cannot read ${NAME} ${JSON.stringify(clip(cursor))}: ${why}`
  return invalidParameters([{ parameter: NAME, code: 'param.invalid', detail, given: clip(cursor) }])
}
