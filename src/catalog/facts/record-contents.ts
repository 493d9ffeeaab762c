import type { Field, FieldTable } from '../../model/field.ts'
import { HOME_FIELD_NAMES, homeField, keyOfHome } from '../../model/home-fields.ts'
import { OFFER_FIELDS } from '../../model/offer-fields.ts'
import { AGENT_FIELDS, OFFICE_FIELDS } from '../../model/people-fields.ts'
import type { ChangingNoun, NounContents, RowCount } from '../ports/record-pages.ts'
import { DISTINCT_MAX } from '../ports/record-pages.ts'

/** The row of `meta` with the contents of a noun, in both backends: they begin alike. */
export const CONTENTS = 'held '

/** Keys of homes whose values are listed, though any text may stand there. */
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

/** Keys whose values have keys of their own that are not listed. */
const OPAQUE: ReadonlySet<string> = new Set(['facts.other'])

/** Keys of which a record has several rows in `/odata`: lists, numbers of pictures, and single pictures. */
const ROWS: ReadonlySet<string> = new Set([
  'listing.photos',
  'listing.drawnPhotos',
  'listing.openHouses',
  'photos',
  'drawnPhotos',
  'photoUrl',
  'drawnPhoto',
])

/** Keys whose values are listed. */
const LISTED: Readonly<Record<ChangingNoun, ReadonlySet<string>>> = {
  home: new Set([...WORDS_OF_HOMES, ...HOME_FIELD_NAMES.flatMap(keyOfHomes)]),
  offer: new Set(['city', 'county', 'province', ...keysOf(OFFER_FIELDS)]),
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

/** A key of records. Keys of a part stand below it, so that none has to be joined for a record. */
interface Place {
  readonly key: string
  isHeld: boolean
  /** null: there were too many. undefined: they are not listed. */
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
 * Keeps which keys and values the records of a noun have or once had, and counts the rows that `/odata` makes of their
 * pictures and open houses. See `NounContents`.
 */
export class RecordContents {
  readonly #listed: ReadonlySet<string>
  readonly #places: Map<string, Place> = new Map()
  readonly #rows = new Map<string, RowCount>()

  /** `stored`: what `json` returned; without it, no record has been added. */
  constructor(noun: ChangingNoun, stored?: string) {
    this.#listed = LISTED[noun]
    if (stored === undefined) return
    const { held, values, rows }: StoredContents = JSON.parse(stored) // as `json` writes it
    for (const key of held) this.#placeOf(key).isHeld = true
    for (const [key, list] of Object.entries(values)) this.#placeOf(key).values = list && new Set(list)
    this.#rows = new Map(Object.entries(rows))
  }

  add(record: object): void {
    this.#list(record, this.#places, '')
    this.#countRows(record, 1)
  }

  /** Keys and values of a record stay listed when the record goes. */
  remove(record: object): void {
    this.#countRows(record, -1)
  }

  /** The text depends on the contents alone, not on the order in which records came. */
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
      const value: unknown = (part as Readonly<Record<string, unknown>>)[name] // a key of it
      if (isEmpty(value)) continue
      const place = places.get(name) ?? this.#newPlace(places, name, beginning)
      if (typeof value === 'object' && !Array.isArray(value) && !OPAQUE.has(place.key))
        this.#list(value as object, place.parts, `${place.key}.`) // null is empty
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

/** Whether a value counts as none: so do an empty text, list or part. */
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
