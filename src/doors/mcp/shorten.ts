import { type Fields, isFields } from './json.ts'
import { clipped, isPart } from './rows.ts'
import { isTable } from './text.ts'

/** The maximum lengths of strings and lists in a shortened answer. */
interface Limit {
  readonly characters: number
  readonly items: number
}

/** The limits to try one after the other, until the answer is short enough. */
export const LIMITS: readonly Limit[] = [
  { characters: 1000, items: 60 },
  { characters: 400, items: 30 },
  { characters: 150, items: 12 },
  { characters: 50, items: 6 },
]

/** A list that an answer cuts after its first items. `list`: the path of the list in the answer. */
interface Cut {
  readonly list: string
  readonly shown: number
  readonly total: number
}

/**
 * Returns an answer that is ready to send. If `limit` is given, shortens strings and lists to it. `cut` names all
 * shortened lists, including lists that the tool shortened.
 */
export function shortened(answer: Fields, limit?: Limit): Fields {
  const cut: Cut[] = []
  const fields = cutFields(answer, '', limit, cut)
  return {
    ...fields,
    ...(cut.length > 0 && { cut }),
    ...(limit && { shortened: 'Long text and lists were cut to fit. Request fewer parts to read them in full.' }),
  }
}

function cutFields(fields: Fields, path: string, limit: Limit | undefined, cut: Cut[]): Fields {
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, cutValue(value, path === '' ? name : `${path}.${name}`, limit, cut)]),
  )
}

function cutValue(value: unknown, path: string, limit: Limit | undefined, cut: Cut[]): unknown {
  if (typeof value === 'string') return limit ? clipped(value, limit.characters) : value
  const cutList = (items: readonly unknown[], total: number) => {
    const shown = items.slice(0, limit?.items)
    if (shown.length < total) cut.push({ list: path, shown: shown.length, total })
    return shown.map((item) => cutValue(item, path, limit, cut))
  }
  if (isTable(value)) {
    const { total, ...table } = value
    return { ...table, rows: cutList(value.rows, total ?? value.rows.length) }
  }
  if (isPart(value)) return cutList(value.items, value.total)
  if (Array.isArray(value)) return cutList(value, value.length)
  return isFields(value) ? cutFields(value, path, limit, cut) : value
}
