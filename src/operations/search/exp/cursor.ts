import { hash } from 'node:crypto'
import { clip } from '../../../base/sentence.ts'
import type { Catalog } from '../../../catalog/catalog.ts'
import { invalidParameters, written } from '../../../params/index.ts'

const NAME = 'nextPageCursor'

/** A key, what was asked in short, and the catalogue's seal on both. */
const CURSOR = /^([0-9a-z]{1,11})-([\w-]{12})-([\w-]{22})$/

type Arguments = Readonly<Record<string, unknown>>

/**
 * A cursor names the key of the last row that was seen. Rows stand in the order of their keys, which no import changes, so
 * that whoever follows cursors sees every row once that is there all the while.
 */
export function cursorAfter(key: number, args: Arguments, catalog: Catalog): string {
  const content = `${key.toString(36)}-${inShort(args)}`
  return `${content}-${catalog.seal(content)}`
}

/** Throws a Fault for a cursor that this catalogue has not made, or not for this query. */
export function keyOfCursor(cursor: string, args: Arguments, catalog: Catalog): number {
  const [, key = '', query = '', seal] = CURSOR.exec(cursor) ?? []
  if (seal !== catalog.seal(`${key}-${query}`)) {
    throw refused(cursor, 'it was altered, or comes from another catalogue: accepted is the one of the page before.')
  }
  if (query !== inShort(args)) {
    throw refused(
      cursor,
      'it belongs to another query: accepted is the one of the page before, with the same parameters.',
    )
  }
  return Number.parseInt(key, 36)
}

/** Stands for everything that was asked beside the page. */
function inShort(args: Arguments): string {
  const asked = Object.entries(args).filter(([name, value]) => name !== NAME && value !== undefined)
  const text = asked.map(([name, value]) => `${name}=${JSON.stringify(written(value))}`).join('\n')
  return hash('sha256', text, 'base64url').slice(0, 12)
}

function refused(cursor: string, why: string) {
  const detail = `Cannot read ${NAME} ${JSON.stringify(clip(cursor))}: ${why}`
  return invalidParameters([{ parameter: NAME, code: 'param.invalid', detail, given: clip(cursor) }])
}
