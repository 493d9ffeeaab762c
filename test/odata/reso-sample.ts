import { type JsonRow, textOf } from './asked.ts'
import type { DoorServer } from './door-server.ts'
import {
  type DeclaredField,
  type DeclaredSet,
  type DeclaredType,
  isFiltered,
  isTextSearched,
} from './metadata-document.ts'

/** Rows of a resource as RESO's runner samples them, and the fields and values that it then asks for. */
export interface ResoSample {
  readonly name: string
  readonly key: string
  readonly rows: readonly JsonRow[]
  readonly whole: Tested | undefined
  readonly decimal: Tested | undefined
  readonly date: Tested | undefined
  readonly moments: Tested | undefined
  /** A field with plain texts. */
  readonly text: string | undefined
  /** Fields with one word of a list, and with several, each with the words sampled. */
  readonly words: readonly Worded[]
  readonly wordLists: readonly Worded[]
}

export interface Tested {
  readonly field: string
  readonly least: string | number
  readonly median: string | number
  readonly greatest: string | number
  readonly distinct: number
}

export interface Worded {
  readonly field: string
  readonly lookup: string
  readonly values: readonly string[]
}

const ROWS = 1000
const WORDS = 3

/** Fields are those that the metadata do not exclude from filters. */
export async function resoSample(door: DoorServer, type: DeclaredType, set: DeclaredSet): Promise<ResoSample> {
  const rows = await door.rows(`/${type.name}?$top=${ROWS}`)
  const [key = ''] = type.keys
  const fields = type.fields.filter(({ name }) => isFiltered(set, name))
  const ofType = (...types: string[]) =>
    testedIn(
      rows,
      fields.filter((field) => types.includes(field.type)),
    )
  const moment = fields.find(({ name }) => name === 'ModificationTimestamp')
  return {
    name: type.name,
    key,
    rows,
    whole: ofType('Edm.Int16', 'Edm.Int32', 'Edm.Int64'),
    decimal: ofType('Edm.Decimal', 'Edm.Double'),
    date: ofType('Edm.Date'),
    moments: moment && testedIn(rows, [moment]),
    text: fields.find(({ name, type: own }) => own === 'Edm.String' && isTextSearched(set, name))?.name,
    words: wordedIn(rows, fields, 'Edm.String'),
    wordLists: wordedIn(rows, fields, 'Collection(Edm.String)'),
  }
}

/** The first field with three different values, or else with any. */
function testedIn(rows: readonly JsonRow[], fields: readonly DeclaredField[]): Tested | undefined {
  const tested = fields.flatMap(({ name }) => {
    const values = rows.flatMap((row) => (row[name] ?? []) as string | number | never[]).flat() // fields with one value
    const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
    const distinct = new Set(sorted).size
    const [least, median, greatest] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    if (least === undefined || median === undefined || greatest === undefined) return []
    return [{ field: name, least, median, greatest, distinct }]
  })
  return tested.find(({ distinct }) => distinct >= 3) ?? tested[0]
}

/** The most frequent words, trimmed as the runner does. */
function wordedIn(rows: readonly JsonRow[], fields: readonly DeclaredField[], type: string): readonly Worded[] {
  return fields.flatMap(({ name, type: own, lookup }) => {
    if (lookup === undefined || own !== type) return []
    const counts = new Map<string, number>()
    for (const row of rows)
      for (const value of [row[name] ?? []].flat()) {
        const word = textOf(value).trim()
        counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    const ranked = [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
    return ranked.length === 0 ? [] : [{ field: name, lookup, values: ranked.slice(0, WORDS) }]
  })
}
