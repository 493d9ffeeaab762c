import type { DaySeats } from '../../model/experience-columns.ts'
import type { Home, Point } from '../../model/home.ts'
import { wordsOf } from '../../model/search-text.ts'
import { type SearchColumn, storedIn } from '../../model/searchable.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { areaKey, areaOfKey, type HomeArea } from '../facts/home-areas.ts'
import type { NounDescription } from '../facts/searched.ts'
import { cellsAt } from './cells.ts'
import { ANYWHERE, keyName, type Names, placeName, tagName } from './names.ts'

/** Represents all words that no search uses. */
const UNASKED = -1

type AnyRecord = RecordOf<SearchedNoun>

/**
 * A record in the form that compiled searches test, with numbers instead of names. Each part is computed when first
 * used.
 */
export class RecordView {
  /** -1 if no search finds the record. */
  readonly listingClass: number
  readonly #noun: NounDescription<SearchedNoun>
  readonly #record: AnyRecord
  readonly #names: Names
  #values: Float64Array | undefined
  #flags: number | undefined
  #named: ReadonlySet<number> | undefined
  #area: HomeArea | 'unknown' | undefined
  #days: readonly DaySeats[] | undefined
  #texts: readonly (readonly number[])[] | undefined
  #words: ReadonlySet<number> | undefined

  constructor(noun: NounDescription<SearchedNoun>, record: AnyRecord, names: Names) {
    const listingClass = noun.classOf(record)
    this.listingClass = listingClass === undefined ? -1 : noun.classes.indexOf(listingClass)
    this.#noun = noun
    this.#record = record
    this.#names = names
  }

  /** Values by column, in the column's unit and rounded as stored. NaN means unknown. */
  get values(): Float64Array {
    this.#values ??= this.#readValues()
    return this.#values
  }

  get flags(): number {
    this.#flags ??= this.#noun.flagsOf(this.#record)
    return this.#flags
  }

  /** The numbers of the record's places, tags and key. Leaves out names that no search uses. */
  get named(): ReadonlySet<number> {
    this.#named ??= new Set(this.#nameNumbers())
    return this.#named
  }

  get point(): Point | undefined {
    return this.#noun.pointOf(this.#record)
  }

  /** The ZIP code or city of a home without coordinates; undefined if unknown. */
  get area(): HomeArea | undefined {
    this.#area ??= this.#findArea() ?? 'unknown'
    return this.#area === 'unknown' ? undefined : this.#area
  }

  get days(): readonly DaySeats[] {
    this.#days ??= this.#noun.daysOf?.(this.#record) ?? []
    return this.#days
  }

  /** For each text of the record: the numbers of its words, in order. */
  get texts(): readonly (readonly number[])[] {
    this.#texts ??= this.#readTexts()
    return this.#texts
  }

  get words(): ReadonlySet<number> {
    this.#words ??= new Set(this.texts.flat())
    return this.#words
  }

  /** Returns the numbers of all names under which a matching search may be listed. */
  anchors(): Set<number> {
    const middle = this.point ?? this.area
    const cellNames = [ANYWHERE, ...(middle === undefined ? [] : cellsAt(middle))]
    return new Set([...this.#numbersOf(cellNames), ...this.named, ...this.words])
  }

  #readValues(): Float64Array {
    const columns: readonly SearchColumn<AnyRecord>[] = Object.values(this.#noun.columns)
    return Float64Array.from(columns, (column) => {
      return (storedIn(column, this.#record) ?? Number.NaN) / (column.scale ?? 1)
    })
  }

  #readTexts(): number[][] {
    const texts = this.#noun.textsOf?.(this.#record) ?? []
    return texts.map((text) => wordsOf(text).map((word) => this.#names.numberOf(word) ?? UNASKED))
  }

  #nameNumbers(): number[] {
    const [noun, record] = [this.#noun, this.#record]
    const tags = noun.tagsOf?.(record) ?? []
    return this.#numbersOf([
      keyName(noun.keyOf(record)),
      ...noun.placeKeysOf(record).map(placeName),
      ...tags.map(tagName),
    ])
  }

  #numbersOf(names: readonly string[]): number[] {
    return names.flatMap((name) => this.#names.numberOf(name) ?? [])
  }

  #findArea(): HomeArea | undefined {
    if (this.#noun.noun !== 'home' || this.point !== undefined) return undefined
    const key = areaKey(this.#record as Home) // only homes have areas
    return key === undefined ? undefined : areaOfKey(key)
  }
}
