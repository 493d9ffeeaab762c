import type { Field, FieldTable } from '../../model/field.ts'
import { HOME_FIELD_NAMES, homeField, keyOfHome } from '../../model/home-fields.ts'
import { OFFER_FIELDS } from '../../model/offer-fields.ts'
import { AGENT_FIELDS, OFFICE_FIELDS } from '../../model/people-fields.ts'
import type { ChangingNoun, NounContents, RowCount } from '../ports/record-pages.ts'
import { DISTINCT_MAX } from '../ports/record-pages.ts'

/** Prefix of the rows of `meta` that store which keys and values the records of a type contain. */
export const CONTENTS = 'held '

/** Keys of homes whose values are collected, although sources may write anything there. */
const WORDS_OF_HOMES = [
  'address.city',
  'address.county',
  'address.state',
  'facts.structureType',
  'facts.architecturalStyle',
  'facts.roof',
  'listing.mlsName',
]

/** Keys whose value is a comma-separated list of words. */
const JOINED_WORDS: ReadonlySet<string> = new Set([
  'facts.propertySubType',
  'facts.structureType',
  'facts.architecturalStyle',
  'facts.roof',
])
const JOINT = ', '

/** Keys whose value is an object. The keys of that object are not collected. */
const OPAQUE: ReadonlySet<string> = new Set(['facts.other'])

/** Keys for which `/odata` returns several rows per record, such as lists and pictures. */
const ROWS: ReadonlySet<string> = new Set([
  'listing.photos',
  'listing.drawnPhotos',
  'listing.openHouses',
  'photos',
  'drawnPhotos',
  'photoUrl',
  'drawnPhoto',
])

/** Keys whose values are collected. */
const LISTED: Readonly<Record<ChangingNoun, ReadonlySet<string>>> = {
  home: new Set([...WORDS_OF_HOMES, ...HOME_FIELD_NAMES.flatMap(keyOfHomes)]),
  offer: new Set(['city', 'county', 'province', ...keysOf(OFFER_FIELDS)]),
  agent: new Set(['state', ...keysOf(AGENT_FIELDS)]),
  office: new Set(['state', ...keysOf(OFFICE_FIELDS)]),
}

/** Whether the values of a field come from a fixed or open list of words. */
function isWordy({ kind, web }: Field): boolean {
  return (kind === 'oneOf' || kind === 'list') && web !== true
}

function keyOfHomes(name: (typeof HOME_FIELD_NAMES)[number]): readonly string[] {
  return isWordy(homeField(name)) ? [keyOfHome(name) ?? []].flat() : []
}

/** Returns the keys of records other than homes: the field names with a lowercase first letter. */
function keysOf(fields: FieldTable): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isWordy(field))
    .map(([name]) => name.charAt(0).toLowerCase() + name.slice(1))
}

/** A key of records. Nested like the records, so that reading a record need not join names. */
interface Place {
  readonly key: string
  isHeld: boolean
  /** Null if there were too many values; undefined if values are not collected. */
  values: Set<string> | null | undefined
  readonly isJoined: boolean
  readonly parts: Map<string, Place>
}

interface StoredContents {
  readonly held: readonly string[]
  readonly values: Readonly<Record<string, readonly string[] | null>>
  readonly rows: Readonly<Record<string, RowCount>>
}

/**
 * Collects which keys and values the records of a type contain or have ever contained, and counts their pictures and
 * open houses. See `NounContents`.
 */
export class RecordContents {
  readonly #listed: ReadonlySet<string>
  readonly #places: Map<string, Place> = new Map()
  readonly #rows = new Map<string, RowCount>()

  /** @param stored An earlier result of `json`. */
  constructor(noun: ChangingNoun, stored?: string) {
    this.#listed = LISTED[noun]
    if (stored === undefined) return
    const { held, values, rows }: StoredContents = JSON.parse(stored) // `json` wrote this type
    for (const key of held) this.#placeOf(key).isHeld = true
    for (const [key, list] of Object.entries(values)) this.#placeOf(key).values = list && new Set(list)
    this.#rows = new Map(Object.entries(rows))
  }

  add(record: object): void {
    this.#list(record, this.#places, '')
    this.#countRows(record, 1)
  }

  /** Subtracts the pictures and open houses of a removed record. Its keys and values stay. */
  remove(record: object): void {
    this.#countRows(record, -1)
  }

  /** Independent of the order in which records were added. */
  json(): string {
    const places = [...this.#all()].sort((one, other) => (one.key < other.key ? -1 : 1))
    return JSON.stringify({
      held: places.flatMap(({ key, isHeld }) => (isHeld ? key : [])),
      values: Object.fromEntries(
        places.flatMap(({ key, values }) =>
          values?.size === 0 || values === undefined ? [] : [[key, values && [...values].sort()]],
        ),
      ),
      rows: Object.fromEntries([...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1))),
    } satisfies StoredContents)
  }

  contents(): NounContents {
    const places = [...this.#all()]
    return {
      held: new Set(places.flatMap(({ key, isHeld }) => (isHeld ? key : []))),
      values: new Map(places.flatMap(({ key, values }) => (values?.size ? [[key, values]] : []))),
      rows: this.#rows,
    }
  }

  #list(part: object, places: Map<string, Place>, beginning: string): void {
    for (const name in part) {
      const value: unknown = (part as Readonly<Record<string, unknown>>)[name] // `name` is a key of the part
      if (isEmpty(value)) continue
      const place = places.get(name) ?? this.#newPlace(places, name, beginning)
      if (typeof value === 'object' && !Array.isArray(value) && !OPAQUE.has(place.key))
        this.#list(value as object, place.parts, `${place.key}.`) // never null, because null counts as empty
      else {
        place.isHeld = true
        if (place.values) listValues(place, place.values, value)
      }
    }
  }

  #countRows(record: object, by: number): void {
    for (const key of ROWS) {
      const value = key
        .split('.')
        .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], record)
      if (isEmpty(value)) continue
      const size = Array.isArray(value) ? value.length : typeof value === 'number' ? value : 1
      const { records, rows } = this.#rows.get(key) ?? { records: 0, rows: 0 }
      if (records + by === 0) this.#rows.delete(key)
      else this.#rows.set(key, { records: records + by, rows: rows + by * size })
    }
  }

  #newPlace(places: Map<string, Place>, name: string, beginning: string): Place {
    const key = beginning + name
    const values = this.#listed.has(key) ? new Set<string>() : undefined
    const place: Place = { key, isHeld: false, values, isJoined: JOINED_WORDS.has(key), parts: new Map() }
    places.set(name, place)
    return place
  }

  *#all(places = this.#places): Generator<Place> {
    for (const place of places.values()) {
      yield place
      yield* this.#all(place.parts)
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

/** Whether a value counts as absent: also empty strings, lists and objects. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null || value === ''
  for (const _ in value) return false
  return true
}

function listValues(place: Place, values: Set<string>, value: unknown): void {
  const list = Array.isArray(value) ? value : place.isJoined ? String(value).split(JOINT) : [value]
  for (const each of list) if (each !== '') values.add(String(each))
  if (values.size > DISTINCT_MAX) place.values = null
}
