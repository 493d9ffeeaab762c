import type { Field, FieldTable } from '../../model/field.ts'
import { HOME_FIELD_NAMES, homeField, keyOfHome } from '../../model/home-fields.ts'
import { OFFER_FIELDS } from '../../model/offer-fields.ts'
import { AGENT_FIELDS, OFFICE_FIELDS } from '../../model/people-fields.ts'
import type { ChangingNoun, NounContents } from '../ports/record-pages.ts'
import { DISTINCT_MAX } from '../ports/record-pages.ts'

/** The row of `meta` with the contents of a noun, in both backends: they begin alike. */
export const CONTENTS = 'contents '

/** Keys of homes whose values are counted, though any text may stand there. */
const WORDS_OF_HOMES = [
  'address.city',
  'address.county',
  'address.state',
  'facts.structureType',
  'facts.architecturalStyle',
  'facts.roof',
  'listing.mlsName',
]

/** Texts of several words with a comma between two. */
const JOINED_WORDS: ReadonlySet<string> = new Set([
  'facts.propertySubType',
  'facts.structureType',
  'facts.architecturalStyle',
  'facts.roof',
])
const JOINT = ', '

/** Keys whose values have keys of their own that are not counted. */
const OPAQUE: ReadonlySet<string> = new Set(['facts.other'])

/** Lists of parts, of which the lengths are counted, and numbers of pictures. */
const SIZED = ['listing.photos', 'listing.drawnPhotos', 'listing.openHouses', 'photos', 'drawnPhotos']
const LENGTHS: ReadonlySet<string> = new Set(SIZED)

const COUNTED: Readonly<Record<ChangingNoun, ReadonlySet<string>>> = {
  home: new Set([...WORDS_OF_HOMES, ...SIZED, ...HOME_FIELD_NAMES.flatMap(keyOfHomes)]),
  offer: new Set([...SIZED, 'city', 'county', 'province', ...keysOf(OFFER_FIELDS)]),
  agent: new Set(['state', ...keysOf(AGENT_FIELDS)]),
  office: new Set(['state', ...keysOf(OFFICE_FIELDS)]),
}

/** Whether a field holds words of a list, be it closed or not. */
function isWordy({ kind, web }: Field): boolean {
  return (kind === 'oneOf' || kind === 'list') && web !== true
}

function keyOfHomes(name: (typeof HOME_FIELD_NAMES)[number]): readonly string[] {
  return isWordy(homeField(name)) ? [keyOfHome(name) ?? []].flat() : []
}

/** Fields of other nouns are called as their keys, but for the first letter. */
function keysOf(fields: FieldTable): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isWordy(field))
    .map(([name]) => name.charAt(0).toLowerCase() + name.slice(1))
}

/** A key and its counts. Keys of a part stand below it, so that none has to be joined for a record. */
interface Place {
  readonly key: string
  held: number
  /** Records by value; undefined where none are counted, or there were too many. A value is looked up once for a record. */
  values: Map<string, Counter> | undefined
  isDropped: boolean
  readonly isJoined: boolean
  readonly isOpaque: boolean
  /** The lengths of lists are counted in place of their elements. */
  readonly isSized: boolean
  readonly parts: Map<string, Place>
}

interface Counter {
  records: number
}

interface StoredContents {
  readonly held: Readonly<Record<string, number>>
  /** null: there were too many. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>> | null>>
}

/**
 * Counts which keys the records of a noun have, and which values: every record is taken when it comes and when it goes,
 * so that nothing is ever counted again. See `NounContents`.
 */
export class RecordContents {
  readonly #counted: ReadonlySet<string>
  readonly #places: Map<string, Place> = new Map()

  /** `stored`: what `json` gave; without it nothing is counted yet. */
  constructor(noun: ChangingNoun, stored?: string) {
    this.#counted = COUNTED[noun]
    if (stored !== undefined) this.#restore(JSON.parse(stored)) // as `json` writes it
  }

  add(record: object): void {
    this.#take(record, this.#places, '', 1)
  }

  remove(record: object): void {
    this.#take(record, this.#places, '', -1)
  }

  json(): string {
    const stored = { held: new Map<string, number>(), values: new Map<string, object | null>() }
    for (const { key, held, values, isDropped } of this.#all()) {
      if (held > 0) stored.held.set(key, held)
      if (isDropped) stored.values.set(key, null)
      else if (values !== undefined && values.size > 0)
        stored.values.set(key, Object.fromEntries(inOrder(numbers(values))))
    }
    const text = { held: Object.fromEntries(inOrder(stored.held)), values: Object.fromEntries(inOrder(stored.values)) }
    return JSON.stringify(text satisfies { [K in keyof StoredContents]: object })
  }

  contents(): NounContents {
    const held = new Map<string, number>()
    const valuesByKey = new Map<string, ReadonlyMap<string, number>>()
    for (const { key, held: records, values } of this.#all()) {
      if (records > 0) held.set(key, records)
      if (values !== undefined && values.size > 0) valuesByKey.set(key, numbers(values))
    }
    return { held, values: valuesByKey }
  }

  /** `by`: 1 or -1. */
  #take(part: object, places: Map<string, Place>, beginning: string, by: number): void {
    for (const name in part) {
      const value: unknown = (part as Readonly<Record<string, unknown>>)[name] // a key of it
      if (value === undefined || value === null || value === '') continue
      const place = places.get(name) ?? this.#newPlace(places, name, beginning)
      if (typeof value !== 'object') {
        place.held += by
        if (place.values !== undefined) countText(place, value, by)
      } else if (Array.isArray(value)) {
        if (value.length === 0) continue
        place.held += by
        if (place.values === undefined) continue
        if (place.isSized) count(place, String(value.length), by)
        else countList(place, value, by)
      } else if (!place.isOpaque) this.#take(value, place.parts, `${place.key}.`, by)
      else if (hasKeys(value)) place.held += by
    }
  }

  #newPlace(places: Map<string, Place>, name: string, beginning: string): Place {
    const key = beginning + name
    const place = {
      key,
      held: 0,
      values: this.#counted.has(key) ? new Map() : undefined,
      isDropped: false,
      isJoined: JOINED_WORDS.has(key),
      isOpaque: OPAQUE.has(key),
      isSized: LENGTHS.has(key),
      parts: new Map(),
    }
    places.set(name, place)
    return place
  }

  *#all(places = this.#places): Generator<Place> {
    for (const place of places.values()) {
      yield place
      yield* this.#all(place.parts)
    }
  }

  #restore({ held, values }: StoredContents): void {
    for (const [key, records] of Object.entries(held)) this.#placeOf(key).held = records
    for (const [key, counts] of Object.entries(values)) {
      const place = this.#placeOf(key)
      if (counts === null) drop(place)
      else place.values = new Map(Object.entries(counts).map(([value, records]) => [value, { records }]))
    }
  }

  #placeOf(key: string): Place {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let [places, beginning] = [this.#places, '']
    for (const name of names) {
      const place = places.get(name) ?? this.#newPlace(places, name, beginning)
      places = place.parts
      beginning = `${place.key}.`
    }
    return places.get(last) ?? this.#newPlace(places, last, beginning)
  }
}

function countText(place: Place, value: unknown, by: number): void {
  const text = String(value)
  if (place.isJoined && text.includes(JOINT)) countList(place, text.split(JOINT), by)
  else count(place, text, by)
}

/** Counts each element once, however often a record names it. */
function countList(place: Place, list: readonly unknown[], by: number): void {
  for (let at = 0; at < list.length; at++) {
    const value = list[at]
    if (list.indexOf(value) === at && value !== '') count(place, String(value), by)
  }
}

function count(place: Place, value: string, by: number): void {
  const { values } = place
  const counter = values?.get(value)
  if (counter === undefined) {
    values?.set(value, { records: by })
    if (values !== undefined && values.size > DISTINCT_MAX) drop(place)
  } else {
    counter.records += by
    if (counter.records === 0) values?.delete(value)
  }
}

function drop(place: Place): void {
  place.values = undefined
  place.isDropped = true
}

function hasKeys(value: object): boolean {
  for (const _ in value) return true
  return false
}

function numbers(values: ReadonlyMap<string, Counter>): Map<string, number> {
  return new Map(Array.from(values, ([value, { records }]) => [value, records]))
}

/** Puts entries in order, so that the same contents are the same text, in whatever order records came. */
function inOrder<V>(entries: ReadonlyMap<string, V>): [string, V][] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1))
}
