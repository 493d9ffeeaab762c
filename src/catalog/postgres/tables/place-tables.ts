import type { SearchedNoun } from '../../../model/searched.ts'
import { type NounDescription, SEARCHED, SEARCHED_NOUNS } from '../../facts/searched.ts'
import type { OtherNoun } from '../../ports/noun-search.ts'
import { type Noun, NUMBERED } from '../../ports/nouns.ts'
import { CARD_COLUMNS } from '../cards.ts'
import { quoted, regionCode, searchColumns } from './columns.ts'
import type { CopyValue } from './copy-lines.ts'
import type { SearchTable } from './home-tables.ts'
import { pointText } from './points.ts'

export const OTHER_NOUNS = SEARCHED_NOUNS.filter((noun): noun is OtherNoun => noun !== 'home')

/** The rows of one record, each with the name of its table. */
type TableRows = readonly (readonly [table: string, row: readonly CopyValue[]])[]

/** The tables of offers or of experiences, whose records name their own places. */
export interface PlaceTables<N extends OtherNoun> {
  readonly slots: string | undefined
  tableOf(listingClass: string): string
  readonly cards: string
  /** The names of all tables. Each has a column `key`. */
  readonly all: readonly string[]
  /** One search table per listing class. */
  readonly classTables: readonly SearchTable[]
  /** SQL that creates the tables of search results and of free seats. */
  readonly ddl: string
  /** Returns the rows of a record that searches find, without its search result. */
  rowsOf(record: Parameters<NounDescription<N>['keyOf']>[0]): TableRows
}

/** The tables of offers and of experiences. */
export const PLACE_TABLES: { readonly [N in OtherNoun]: PlaceTables<N> } = {
  offer: placeTables('offer'),
  experience: placeTables('experience'),
}

/** The search tables of all listing classes. */
export const PLACE_CLASSES: readonly SearchTable[] = OTHER_NOUNS.flatMap((noun) => PLACE_TABLES[noun].classTables)

function placeTables<N extends OtherNoun>(name: N): PlaceTables<N> {
  const noun: NounDescription<N> = SEARCHED[name]
  const columns = searchColumns(noun)
  const tableOf = (listingClass: string) => `${name}_${listingClass.toLowerCase()}`
  const [classes, cards, slots] = [noun.classes.map(tableOf), `${name}_card`, `${name}_slot`]
  const classTables = classes.map((table) => classTable(table, noun))
  return {
    slots: noun.daysOf && slots,
    tableOf,
    cards,
    all: [...classes, cards, ...(noun.daysOf ? [slots] : [])],
    classTables,
    ddl: [cardTable(cards, name), noun.daysOf ? slotTable(slots) : ''].join('\n'),
    rowsOf(record) {
      const listingClass = noun.classOf(record)
      if (listingClass === undefined) return []
      const [key, point] = [noun.keyOf(record), noun.pointOf(record)]
      const row = [
        key,
        point && pointText(point.longitude, point.latitude),
        ...columns.map((column) => column.of(record)),
        arrayText(noun.placeKeysOf(record).map(regionCode)),
        ...(noun.tagsOf ? [arrayText(noun.tagsOf(record).map((tag) => JSON.stringify(tag)))] : []),
      ]
      const seats = Map.groupBy(noun.daysOf?.(record) ?? [], ({ day }) => day)
      const most = Array.from(seats, ([day, of]) => [key, day, Math.max(...of.map(({ amount }) => amount))])
      return [[tableOf(listingClass), row], ...most.map((slot) => [slots, slot] as const)]
    },
  }
}

/** Formats an array as PostgreSQL reads it. */
function arrayText(elements: readonly (string | number)[]): string {
  return `{${elements.join(',')}}`
}

/**
 * Returns the search table of a listing class. Places and tags are arrays: records have few of them, and one index
 * covers all.
 */
function classTable<N extends SearchedNoun>(name: string, noun: NounDescription<N>): SearchTable {
  const columns = searchColumns(noun).map((column) => `${quoted(column.name)} ${column.type}`)
  const arrays = ['places', ...(noun.tagsOf ? ['tags'] : [])]
  return {
    name,
    columns: `key int8 PRIMARY KEY, place point, ${columns.join(', ')},
      places int8[] NOT NULL${noun.tagsOf ? ', tags text[] NOT NULL' : ''}`,
    completing: `CREATE INDEX ${name}_place ON catalog.${name} USING gist (place);
    ${arrays.map((array) => arrayIndex(name, array)).join('\n')}`,
  }
}

function arrayIndex(table: string, array: string): string {
  return `CREATE INDEX ${table}_${array} ON catalog.${table} USING gin (${array}) WITH (fastupdate = off);`
}

/**
 * Returns SQL for the table of search results. It also stores the places that each record names, which are subtracted
 * from the counts of places when the record changes.
 */
function cardTable(table: string, noun: OtherNoun): string {
  const id = (NUMBERED as readonly Noun[]).includes(noun) ? 'int8' : 'text COLLATE "C"'
  return `CREATE TABLE catalog.${table} (
      key int8 PRIMARY KEY, ${CARD_COLUMNS}, id ${id} NOT NULL, named text NOT NULL);`
}

function slotTable(table: string): string {
  return `CREATE TABLE catalog.${table} (key int8, day int4, seats int4 NOT NULL, PRIMARY KEY (key, day));
    CREATE INDEX ${table}_day ON catalog.${table} (day, seats, key);`
}
