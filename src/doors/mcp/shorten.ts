import { type Fields, isFields } from './json.ts'
import { clipped } from './rows.ts'
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

/** Cuts each text and list of an answer to a limit, and says so in the answer. */
export function shortened(answer: Fields, limit: Limit): Fields {
  const cut = isFields(answer) ? cutFields(answer, limit) : answer
  return { ...cut, shortened: 'Long texts and lists were cut to fit: ask for fewer parts to read them.' }
}

function cutFields(fields: Fields, limit: Limit): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cutValue(value, limit)]))
}

function cutValue(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') return clipped(value, limit.characters)
  if (isTable(value)) {
    const rows = value.rows.slice(0, limit.items).map((cells) => cells.map((cell) => cutValue(cell, limit)))
    return { ...value, rows }
  }
  if (Array.isArray(value)) return value.slice(0, limit.items).map((item) => cutValue(item, limit))
  return isFields(value) ? cutFields(value, limit) : value
}
