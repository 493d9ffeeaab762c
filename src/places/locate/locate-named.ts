import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { oncePer } from '../../kit/base/once-per.ts'
import { Recent } from '../../kit/base/recent.ts'
import { type CountedPlace, type NamedPlaceType, placeNameKey } from '../../model/named-place.ts'
import { type NamedReading, namedReadings } from './named-text.ts'
import { namesFor } from './other-names.ts'

/** What a search location means in a catalog without a gazetteer, where places are only names in records. */
export interface LocatedName {
  /** The requested location without blanks at its ends. */
  readonly query: string
  readonly place: CountedPlace | undefined
  /** A name that resolves to the same place: `Mokotów, Warszawa, mazowieckie`. Undefined if no place was found. */
  readonly name: string | undefined
  /** Names of at most ten other places that may be meant, or of similar places if no place was found. */
  readonly alternatives: readonly string[]
  readonly why?: string
}

/** Longer input is rejected unread: no place has a longer name, and the limit bounds the work for hostile input. */
const MAX_LETTERS = 200
const MAX_ALTERNATIVES = 10
/** Maximum number of cached results. Most people search for the same places. */
const MAX_CACHED = 2000

/** Minimum length of a name that may have two typos. Shorter names are two typos away from too many others. */
const MIN_LETTERS_FOR_TWO = 6
const MIN_LETTERS = 3

/** If places of different types have the same name, the type with the lowest number wins. */
const TYPE_ORDER: Readonly<Record<NamedPlaceType, number>> = {
  country: 0,
  province: 1,
  city: 2,
  district: 3,
  county: 4,
}

/** Finds the place that a text names. Ignores accents and letter case, and never throws. */
export function locateNamed(text: string, places: readonly CountedPlace[]): LocatedName {
  const query = text.trim()
  if (query.length > MAX_LETTERS) {
    const why = 'The location is too long to be the name of a place.'
    return { query, place: undefined, name: undefined, alternatives: [], why }
  }
  return indexOf(places).locate(query)
}

function locateIn(query: string, index: NameIndex): LocatedName {
  const readings = namedReadings(query)
  for (const reading of readings) {
    const [place, ...others] = index.matching(reading)
    if (place === undefined) continue
    const name = namedLabel(place)
    // a larger place around this place, such as a county with the same name, is not an alternative
    const elsewhere = others.filter((other) => !place.around.includes(other.name))
    return { query, place, name, alternatives: labelsOf(elsewhere, name) }
  }
  const near = readings[0] ? index.near(readings) : []
  const nothing = { query, place: undefined, name: undefined }
  return { ...nothing, alternatives: labelsOf(near), why: `No place in this catalog is called "${query}".` }
}

/**
 * Returns a label such as `Mokotów, Warszawa, mazowieckie`. Leaves out a county with the same name as its city, and the
 * country unless nothing else surrounds a city.
 */
export function namedLabel({ type, name, around }: CountedPlace): string {
  const larger = type === 'city' && around.length === 1 ? around : around.slice(0, -1)
  const names = [type === 'county' ? `powiat ${name}` : name, ...larger]
  return names.filter((each, i) => each !== names[i - 1]).join(', ')
}

function labelsOf(places: readonly CountedPlace[], except?: string): string[] {
  const labels = new Set(places.map(namedLabel))
  if (except !== undefined) labels.delete(except)
  return [...labels].slice(0, MAX_ALTERNATIVES)
}

class NameIndex {
  readonly #located = new Recent<string, ReturnType<typeof locateIn>>(MAX_CACHED)
  readonly #byName: ReadonlyMap<string, readonly CountedPlace[]>

  constructor(places: readonly CountedPlace[]) {
    const inOrder = places.toSorted((a, b) => TYPE_ORDER[a.type] - TYPE_ORDER[b.type] || b.count - a.count)
    this.#byName = Map.groupBy(inOrder, ({ name }) => placeNameKey(name))
  }

  locate(query: string): ReturnType<typeof locateIn> {
    return this.#located.of(query, () => locateIn(query, this))
  }

  /**
   * Returns places that match one way to read the text, most likely first: larger types of places, then places with
   * more records.
   */
  matching({ name, type, around }: NamedReading): CountedPlace[] {
    return namesFor(name)
      .flatMap((each) => this.#byName.get(each) ?? [])
      .filter(
        (place) => (type === undefined || place.type === type) && around.every((larger) => isAround(larger, place)),
      )
  }

  /**
   * Returns places with the same name elsewhere, then misspellings by number of typos, then longer names. Among equal
   * matches, places with more records come first.
   */
  near(readings: readonly NamedReading[]): CountedPlace[] {
    const names = new Set(readings.slice(0, 2).map(({ name }) => name))
    const matches = [...names].flatMap((name) => {
      if (name.length < MIN_LETTERS) return []
      const most = name.length < MIN_LETTERS_FOR_TWO ? 1 : 2
      return [...this.#byName].flatMap(([known, places]) => {
        const slips = editDistance(name, known, most) ?? (known.startsWith(name) ? most + 1 : undefined)
        return slips === undefined ? [] : places.map((place) => ({ place, slips }))
      })
    })
    return matches.sort((a, b) => a.slips - b.slips || b.place.count - a.place.count).map(({ place }) => place)
  }
}

function isAround(name: string, { around }: CountedPlace): boolean {
  const names = namesFor(name)
  return around.some((larger) => names.includes(placeNameKey(larger)))
}

const indexOf = oncePer((places: readonly CountedPlace[]) => new NameIndex(places))
