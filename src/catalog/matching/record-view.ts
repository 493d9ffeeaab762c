import type { DaySeats } from '../../model/experience-columns.ts'
import type { Home, Point } from '../../model/home.ts'
import { wordsOf } from '../../model/search-text.ts'
import { type SearchColumn, storedIn } from '../../model/searchable.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { areaKey, areaOfKey, type HomeArea } from '../facts/home-areas.ts'
import type { NounDescription } from '../facts/searched.ts'
import { cellsAt } from './cells.ts'
import { ANYWHERE, keyName, type Names, placeName, tagName } from './names.ts'

/** Stands for every word that no search asks for. */
const UNASKED = -1

type AnyRecord = RecordOf<SearchedNoun>

/** Answers what searches ask about one record, in the numbers of their programs; each part is read at its first use. */
export class RecordView {
  /** -1 for a record that no search finds. */
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

  /** By column, in the column's own unit and rounded as it is stored; codes as numbers, and NaN for what is missing. */
  get values(): Float64Array {
    this.#values ??= this.#readValues()
    return this.#values
  }

  get flags(): number {
    this.#flags ??= this.#noun.flagsOf(this.#record)
    return this.#flags
  }

  /** Its places, its tags and its key, as far as searches name them. */
  get named(): ReadonlySet<number> {
    this.#named ??= new Set(this.#nameNumbers())
    return this.#named
  }

  get point(): Point | undefined {
    return this.#noun.pointOf(this.#record)
  }

  /** The area that a home without coordinates lies in, if it is known. */
  get area(): HomeArea | undefined {
    this.#area ??= this.#findArea() ?? 'unknown'
    return this.#area === 'unknown' ? undefined : this.#area
  }

  get days(): readonly DaySeats[] {
    this.#days ??= this.#noun.daysOf?.(this.#record) ?? []
    return this.#days
  }

  /** The words of each text in order. */
  get texts(): readonly (readonly number[])[] {
    this.#texts ??= this.#readTexts()
    return this.#texts
  }

  get words(): ReadonlySet<number> {
    this.#words ??= new Set(this.texts.flat())
    return this.#words
  }

  /** Numbers of the names that searches which have the record may be under. */
  anchors(): Set<number> {
    const middle = this.point ?? this.area
    const others = [ANYWHERE, ...(middle === undefined ? [] : cellsAt(middle))]
    return new Set([...this.#numbersOf(others), ...this.named, ...this.words])
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
    const key = areaKey(this.#record as Home) // a home, by its noun
    return key === undefined ? undefined : areaOfKey(key)
  }
}
