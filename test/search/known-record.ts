import { areaOfCity, areaOfZip, type HomeArea } from '../../src/catalog/facts/home-areas.ts'
import { columnOf, type NounDescription, SEARCHED } from '../../src/catalog/facts/searched.ts'
import type { Home, Point } from '../../src/model/home.ts'
import { wordsOf } from '../../src/model/search-text.ts'
import { type SearchColumn, type SearchOrder, storedAs } from '../../src/model/searchable.ts'
import type { ClassOf, RecordOf, SearchedNoun } from '../../src/model/searched.ts'

/** Everything about a record that a query may test. */
export interface KnownRecord<N extends SearchedNoun> {
  readonly noun: NounDescription<N>
  readonly record: RecordOf<N>
  readonly key: number
  readonly listingClass: ClassOf<N> | undefined
  /** The values of columns as answers show them, with names for codes. Missing values are absent. */
  readonly values: ReadonlyMap<string, number | string>
  /** The value by which each sort order sorts the record. */
  readonly ranks: ReadonlyMap<string, number | undefined>
  readonly flags: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly point: Point | undefined
  /** The known area of a home without coordinates. */
  readonly area: HomeArea | undefined
  readonly tags: ReadonlySet<string>
  readonly days: readonly { readonly day: number; readonly amount: number }[]
  /** The words of each text of the record, in order. */
  readonly texts: readonly (readonly string[])[]
  readonly words: ReadonlySet<string>
}

const records = new WeakMap<object, unknown>()

export function knownRecord<N extends SearchedNoun>(noun: NounDescription<N>, record: RecordOf<N>): KnownRecord<N> {
  const before = records.get(record)
  if (before) return before as KnownRecord<N> // each record is of one type
  const now = know(noun, record)
  records.set(record, now)
  return now
}

export function knownHome(home: Home): KnownRecord<'home'> {
  return knownRecord(SEARCHED.home, home)
}

export function columnNames(noun: { readonly columns: object }): string[] {
  return Object.keys(noun.columns)
}

function know<N extends SearchedNoun>(noun: NounDescription<N>, record: RecordOf<N>): KnownRecord<N> {
  const texts = (noun.textsOf?.(record) ?? []).map(wordsOf)
  const bits = noun.flagsOf(record)
  const everywhere = noun.everywhere === undefined ? [] : [noun.everywhere]
  return {
    noun,
    record,
    key: noun.keyOf(record),
    listingClass: noun.classOf(record),
    values: new Map(
      columnNames(noun).flatMap((name) => {
        const value = keptValue(noun, record, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ranks: ranksOf(noun, record),
    flags: new Set(noun.flags.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1)),
    places: new Set([...noun.placeKeysOf(record), ...everywhere]),
    point: noun.pointOf(record),
    area: noun.noun === 'home' && noun.pointOf(record) === undefined ? areaOf(record as Home) : undefined, // `noun` is home
    tags: new Set(noun.tagsOf?.(record)),
    days: noun.daysOf?.(record) ?? [],
    texts,
    words: new Set(texts.flat()),
  }
}

function areaOf({ address: { zipcode, city, state } }: Home): HomeArea | undefined {
  return /^\d{5}$/.test(zipcode) ? areaOfZip(zipcode) : areaOfCity(city, state)
}

/** Returns the value for each sort order. Values are not rounded, because sorting uses the values that answers show. */
function ranksOf<N extends SearchedNoun>(
  noun: NounDescription<N>,
  record: RecordOf<N>,
): Map<string, number | undefined> {
  const orders: Readonly<Record<string, SearchOrder<RecordOf<N>>>> = noun.orders
  const columns: readonly SearchColumn<RecordOf<N>>[] = Object.values(noun.columns)
  return new Map(
    Object.entries(orders).map(([name, { of }]) => {
      const column = columns.find((each) => each.of === of)
      return [name, column ? shownValue(column, record) : of(record)]
    }),
  )
}

function keptValue<N extends SearchedNoun>(
  noun: NounDescription<N>,
  record: RecordOf<N>,
  name: string,
): number | string | undefined {
  const column = columnOf(noun, name)
  const shown = column && shownValue(column, record)
  if (column === undefined || shown === undefined) return undefined
  return column.values ? column.values[shown] : shown
}

/** Returns the value of a record, limited to the range of the column's type. */
function shownValue<R>(column: SearchColumn<R>, record: R): number | undefined {
  const value = column.of(record)
  if (value === undefined || column.type === 'f64') return value
  const bound = (end: number) => (storedAs(column, end) ?? 0) / (column.scale ?? 1)
  return Math.min(bound(Number.MAX_VALUE), Math.max(bound(-Number.MAX_VALUE), value))
}
