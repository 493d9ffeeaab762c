import { numberOfText } from '../../../kit/algorithms/text-number.ts'
import type { Home } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import {
  type AnyPropertyColumn,
  type ListingPeople,
  PROPERTY_COLUMNS,
  type PropertyColumnName,
} from '../../../model/property-columns.ts'
import { grown } from '../../engine/growing.ts'
import { rowsByText } from './key-order.ts'
import { NumberTally } from './number-tally.ts'
import { ColumnStore, ID } from './stored.ts'

type PropertyNoun = 'home' | 'offer'

/** Collects the columns of a segment's homes or offers, including unlisted ones. */
export class PropertyTally {
  readonly #noun: PropertyNoun
  #ids = new Float64Array(1024)
  #count = 0
  readonly #columns: readonly ColumnTally[]

  constructor(noun: PropertyNoun) {
    this.#noun = noun
    this.#columns = Object.entries<AnyPropertyColumn>(PROPERTY_COLUMNS)
      .filter(([, column]) => column[noun] !== undefined)
      .map(([name, column]) => new ColumnTally(name as PropertyColumnName, column, noun)) // the names are keys of the table
  }

  add(record: Home | Offer, people: ListingPeople): void {
    const isHome = this.#noun === 'home'
    this.#ids = grown(this.#ids, this.#count + 1)
    this.#ids[this.#count++] = isHome ? (record as Home).zpid : (record as Offer).offerId // `noun` determines the record's type
    for (const column of this.#columns) column.add(record, people)
  }

  /** Returns the columns under the names by which a segment stores them. */
  arrays(segment: string): Record<string, Uint8Array> {
    const ids = this.#ids.subarray(0, this.#count)
    const rows = rowsByText(ids)
    const store = new ColumnStore(segment, rows.length)
    store.add(ID, { kind: 'f64', values: Float64Array.from(rows, (row) => ids[row] as number) })
    for (const column of this.#columns) column.store(rows, store)
    return store.arrays()
  }
}

type Read = (record: Home | Offer, people: ListingPeople) => unknown

class ColumnTally {
  readonly #name: PropertyColumnName
  readonly #kind: AnyPropertyColumn['kind']
  readonly #read: Read
  readonly #numbers = new NumberTally()
  /** For a column of strings or lists: the code of each value, in order of arrival. */
  readonly #codes = new Map<string, number>()

  constructor(name: PropertyColumnName, column: AnyPropertyColumn, noun: PropertyNoun) {
    this.#name = name
    this.#kind = column.kind
    this.#read = column[noun] as Read // receives only records of this type
  }

  add(record: Home | Offer, people: ListingPeople): void {
    this.#numbers.add(this.#numberOf(this.#read(record, people)))
  }

  store(rows: Uint32Array, store: ColumnStore): void {
    if (!this.#numbers.isHeld) return
    const texts = [...this.#codes.keys()].sort()
    const orderOf = new Uint32Array(texts.length)
    for (const [at, text] of texts.entries()) orderOf[this.#codes.get(text) ?? 0] = at
    const isCoded = this.#kind === 'text' || this.#kind === 'list'
    store.add(this.#name, this.#numbers.inOrder(rows, isCoded ? orderOf : undefined), isCoded ? texts : undefined)
  }

  #numberOf(value: unknown): number | undefined {
    switch (this.#kind) {
      case 'text':
        return value === undefined ? undefined : this.#codeOf(value as string) // the column's kind determines the type
      case 'list':
        return (value as readonly string[]).length === 0 ? undefined : this.#codeOf(JSON.stringify(value))
      case 'id':
        return value === undefined ? undefined : numberOfText(value as string)
      default:
        return value as number | undefined
    }
  }

  #codeOf(text: string): number {
    const earlier = this.#codes.get(text)
    if (earlier !== undefined) return earlier
    const code = this.#codes.size
    this.#codes.set(text, code)
    return code
  }
}
