import { type Fields, isFields } from './json.ts'
import { clipped, isPart } from './rows.ts'
import { isTable } from './text.ts'

/** How much of each text and list is told, where an answer as a whole would be too long. */
interface Limit {
  readonly characters: number
  readonly items: number
}

/** From a little less to very little. */
export const LIMITS: readonly Limit[] = [
  { characters: 1000, items: 60 },
  { characters: 400, items: 30 },
  { characters: 150, items: 12 },
  { characters: 50, items: 6 },
]

/** A list of which an answer tells the beginning only; `list` is its path of keys. */
interface Cut {
  readonly list: string
  readonly shown: number
  readonly total: number
}

/**
 * An answer as it is told, with each text and list cut to a limit, where one is given: `cut` names every list of which
 * it tells a part, whether a tool or this limit cut it.
 */
export function told(answer: Fields, limit?: Limit): Fields {
  const cut: Cut[] = []
  const fields = cutFields(answer, '', limit, cut)
  return {
    ...fields,
    ...(cut.length > 0 && { cut }),
    ...(limit && { shortened: 'Long texts and lists were cut to fit: ask for fewer parts to read them.' }),
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
