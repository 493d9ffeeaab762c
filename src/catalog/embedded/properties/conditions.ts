import { numberOfText } from '../../../kit/algorithms/text-number.ts'
import { PROPERTY_COLUMN_KINDS } from '../../../model/property-columns.ts'
import { allocate, type Column, storageOf } from '../../engine/column.ts'
import { type Filter, IMPOSSIBLE, undecided } from '../../engine/filter.ts'
import { copyPerElement } from '../../engine/own-copy.ts'
import { filterAny } from '../../engine/predicates/any.ts'
import { filterCheck } from '../../engine/predicates/check.ts'
import { filterCircle } from '../../engine/predicates/circle.ts'
import { filterPolygon } from '../../engine/predicates/polygon.ts'
import { filterRange } from '../../engine/predicates/range.ts'
import { filterRows } from '../../engine/predicates/rows.ts'
import { RemovedRows } from '../../engine/removed-rows.ts'
import { Scratch } from '../../engine/scratch.ts'
import type { Degrees } from '../../engine/table.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { KeyBound, PropertyNode } from '../../ports/property-search.ts'
import { ringsOf, type WordsNode } from '../../ports/query.ts'
import { clearBit } from '../segments.ts'
import { countBefore, rowOfId } from './key-order.ts'
import { columnOf } from './stored.ts'

/** The data of a segment that conditions need. */
export interface ConditionSegment {
  readonly noun: 'home' | 'offer'
  readonly rows: number
  /** Sorted by the ids as strings: 1, 10, 2. */
  readonly ids: Float64Array
  column(name: string, work: Work): Steps<Column | undefined>
  texts(name: string, work: Work): Steps<readonly string[]>
  /** Returns the ids of the homes that match words of a text search. */
  idsByWords(node: WordsNode, work: Work): Steps<Float64Array>
}

/** Returns filters for rows that match all nodes. */
export function* filtersOf(nodes: readonly PropertyNode[], segment: ConditionSegment, work: Work): Steps<Filter[]> {
  const filters: Filter[] = []
  for (const node of nodes) {
    const filter = yield* filterOf(node, segment, work)
    if (work.isPauseDue) yield
    if (filter === IMPOSSIBLE) return [IMPOSSIBLE]
    if (filter !== undefined) filters.push(filter)
  }
  return filters
}

/** Returns the filter for a node; undefined if every row matches. */
function* filterOf(node: PropertyNode, segment: ConditionSegment, work: Work): Steps<Filter | undefined> {
  switch (node.kind) {
    case 'range': {
      const column = yield* segment.column(node.column, work)
      return column === undefined ? IMPOSSIBLE : filterRange({ ...node, orMissing: false }, column)
    }
    case 'numbers': {
      const column = yield* segment.column(node.column, work)
      return column === undefined ? IMPOSSIBLE : filterNumbers(column, node.values)
    }
    case 'texts':
      return yield* filterTexts(node, segment, work)
    case 'missing': {
      const column = yield* segment.column(node.column, work)
      return column && filterRange({ kind: 'range', column: '', ...NO_NUMBER, orMissing: true }, column)
    }
    case 'keys':
      return filterRows({ kind: 'rows', rows: rowsOfKeys(node.keys, segment.ids) }, segment.rows)
    case 'keyRange':
      return filterKeys(node, segment)
    case 'circle':
    case 'polygon': {
      const longitudes = yield* degrees('Longitude', segment, work)
      const latitudes = yield* degrees('Latitude', segment, work)
      if (longitudes === undefined || latitudes === undefined) return IMPOSSIBLE
      const places = { longitudes, latitudes }
      if (node.kind === 'circle') return filterCircle(node, places)
      return filterPolygon({ kind: 'polygon', rings: ringsOf(node) }, places)
    }
    case 'words':
      if (node.words.length + node.phrases.length === 0) return undefined
      return segment.noun === 'home' ? yield* filterWords(node, segment, work) : IMPOSSIBLE
    case 'any':
    case 'none': {
      const branches: Filter[][] = []
      for (const nodes of node.alternatives) branches.push(yield* filtersOf(nodes, segment, work))
      return filterAny(branches, new Scratch(), node.kind === 'none')
    }
  }
}

const NO_NUMBER = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }

/** Nanoseconds to look up a string in a set. */
const TEXT_NS = 50
/** Nanoseconds to look up an id among all ids. */
const ID_NS = 1000

function* filterTexts(
  { column: name, values }: Extract<PropertyNode, { readonly kind: 'texts' }>,
  segment: ConditionSegment,
  work: Work,
): Steps<Filter> {
  const column = yield* segment.column(name, work)
  if (column === undefined) return IMPOSSIBLE
  const kind = PROPERTY_COLUMN_KINDS[name]
  if (kind === 'id') return filterNumbers(column, new Set(Array.from(values, numberOfText)))
  const texts = yield* segment.texts(name, work)
  const isAccepted = new Uint8Array(texts.length)
  let first = texts.length
  let last = -1
  for (const [code, text] of texts.entries()) {
    const isOne = kind === 'list' ? JSON.parse(text).some((each: string) => values.has(each)) : values.has(text)
    if (!isOne) continue
    isAccepted[code] = 1
    first = Math.min(first, code)
    last = code
  }
  work.spend(texts.length * (kind === 'list' ? 10 * TEXT_NS : TEXT_NS))
  if (last < 0) return IMPOSSIBLE
  if (isAccepted.subarray(first, last + 1).every((one) => one === 1))
    return filterRange({ kind: 'range', column: name, min: first, max: last, orMissing: false }, column)
  return filterCodes(column, isAccepted)
}

function filterNumbers(column: Column, numbers: ReadonlySet<number>): Filter {
  const [only] = numbers
  if (only === undefined) return IMPOSSIBLE
  if (numbers.size === 1)
    return filterRange({ kind: 'range', column: '', min: only, max: only, orMissing: false }, column)
  const { values, kind } = column
  const { missing } = storageOf(kind)
  return filterCheck({
    kind: 'check',
    accepts: (row) => {
      const value = values[row] as number
      return value !== missing && numbers.has(value)
    },
  })
}

/** Matches rows whose code is accepted. The code for a missing value is greater than all other codes. */
function filterCodes({ kind, values }: Column, isAccepted: Uint8Array): Filter {
  const keepThose = keepCodes[storageOf(kind).element]
  return {
    passing: 0.5,
    costNs: 2,
    verdict: undecided,
    keep: (rows, start, end, into, at) => keepThose(values, isAccepted, rows, start, end, into, at),
  }
}

const keepCodes = copyPerElement(function keepCodes(
  values: Column['values'],
  isAccepted: Uint8Array,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    into[next] = row
    next += isAccepted[values[row] as number] === 1 ? 1 : 0
  }
  return next
})

function filterKeys(
  { from, to }: { readonly from?: KeyBound; readonly to?: KeyBound },
  { ids, rows: rowCount }: ConditionSegment,
): Filter {
  const first = from === undefined ? 0 : countBefore(ids, from.key, !from.isInclusive)
  const end = to === undefined ? rowCount : countBefore(ids, to.key, to.isInclusive)
  const rows = new Uint32Array(Math.max(0, end - first))
  for (let at = 0; at < rows.length; at++) rows[at] = first + at
  return filterRows({ kind: 'rows', rows }, rowCount)
}

function rowsOfKeys(keys: Iterable<string>, ids: Float64Array): Uint32Array {
  const rows = new Set<number>()
  for (const key of keys) {
    const row = /^\d{1,16}$/.test(key) ? rowOfId(ids, Number(key)) : undefined
    if (row !== undefined && String(ids[row]) === key) rows.add(row)
  }
  return Uint32Array.from(rows).sort()
}

function* filterWords(
  node: WordsNode,
  { ids, rows, idsByWords }: ConditionSegment,
  work: Work,
): Steps<Filter | undefined> {
  const excluded = new Uint32Array(Math.ceil(rows / 32)).fill(0xffff_ffff)
  for (const id of yield* idsByWords(node, work)) {
    const row = rowOfId(ids, id)
    if (row !== undefined) clearBit(excluded, row)
    work.spend(ID_NS)
    if (work.isPauseDue) yield
  }
  return RemovedRows.of(excluded, rows)
}

/** A column of degrees as floats, which the engine's geometric filters need. */
function* degrees(name: 'Longitude' | 'Latitude', segment: ConditionSegment, work: Work): Steps<Degrees | undefined> {
  const column = yield* segment.column(name, work)
  if (column === undefined || column.kind === 'f64') return column as Degrees | undefined // a column of kind f64 has a Float64Array
  const { missing } = storageOf(column.kind)
  const values = allocate('f64', column.values.length)
  for (const [row, value] of column.values.entries()) values[row] = value === missing ? Number.POSITIVE_INFINITY : value
  return columnOf(name, 'f64', values) as Degrees // a column of kind f64 has a Float64Array
}
