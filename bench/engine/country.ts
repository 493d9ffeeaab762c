import type { Predicate } from '../../src/engine/predicate.ts'
import type { TableQuery } from '../../src/engine/searcher.ts'
import type { NewRow, TableShape } from '../../src/engine/table-builder.ts'
import type { Random } from '../../test/engine/random.ts'

/** A made-up country, as large as a continent: cities of very different size, rows scattered around their centres. */

export const CLASSES = 3
const STATE_COLUMNS = 2
const STATE_ROWS = 2
const [WEST, EAST, SOUTH, NORTH] = [-124, -68, 26, 48]

export const COUNTRY_SHAPE: TableShape = {
  columns: [
    { name: 'id', kind: 'f64' },
    { name: 'class', kind: 'codes' },
    { name: 'kind', kind: 'codes' },
    { name: 'price', kind: 'u32' },
    { name: 'beds', kind: 'u8' },
    { name: 'baths', kind: 'u8' },
    { name: 'area', kind: 'u32' },
    { name: 'lot', kind: 'u32' },
    { name: 'year', kind: 'u16' },
    { name: 'day', kind: 'i32' },
    { name: 'dues', kind: 'u32' },
    { name: 'marks', kind: 'flags' },
    { name: 'tower', kind: 'u32' },
    { name: 'score', kind: 'f64' },
  ],
  id: 'id',
  orders: [
    { name: 'best', column: 'score', direction: 'descending' },
    { name: 'recent', column: 'day', direction: 'descending' },
    { name: 'cheap', column: 'price', direction: 'ascending' },
    { name: 'dear', column: 'price', direction: 'descending' },
    { name: 'large', column: 'area', direction: 'descending' },
    { name: 'beds', column: 'beds', direction: 'descending' },
  ],
  lists: ['places'],
  words: [],
  clusterBy: 'class',
}

interface City {
  readonly longitude: number
  readonly latitude: number
  readonly rows: number
  readonly spreadDegrees: number
  readonly state: number
  /** Typical price. */
  readonly price: number
}

export class Country {
  readonly cities: readonly City[]
  readonly #random: Random

  /**
   * Enough cities that a search of one finds about 3,300 rows in 1,000,000, when all rows are equally likely targets.
   */
  constructor(random: Random, rows: number) {
    this.#random = random
    const weights = Array.from({ length: Math.max(1, Math.round(rows / 700)) }, (_, rank) => 1 / (rank + 2.6))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    this.cities = weights.map((weight) => this.#city(Math.max(1, Math.round((weight / sum) * rows))))
  }

  #city(rows: number): City {
    const random = this.#random
    const longitude = random.between(WEST, EAST)
    const latitude = random.between(SOUTH, NORTH)
    const column = Math.floor(((longitude - WEST) / (EAST - WEST)) * STATE_COLUMNS)
    const row = Math.floor(((latitude - SOUTH) / (NORTH - SOUTH)) * STATE_ROWS)
    return {
      longitude,
      latitude,
      rows,
      spreadDegrees: 0.0015 * Math.sqrt(rows),
      state: row * STATE_COLUMNS + column,
      price: 150_000 * 2 ** random.between(0, 3),
    }
  }

  /** Keys: each city, state, and part of a city (of about 1,000 rows), by class. */
  keyOf(place: number, rowClass: number): number {
    return place * CLASSES + rowClass
  }

  statePlace(state: number): number {
    return this.cities.length + state
  }

  *rows(): Generator<NewRow> {
    const random = this.#random
    let id = 0
    for (const [place, city] of this.cities.entries()) {
      for (let i = 0; i < city.rows; i++) {
        const rowClass = random.chance(0.4) ? 0 : random.chance(0.3) ? 1 : 2
        yield {
          values: { ...this.#facts(city), id: (id++ * 48_271) % 2_147_483_647, class: rowClass },
          longitude: city.longitude + random.bell() * city.spreadDegrees,
          latitude: city.latitude + random.bell() * city.spreadDegrees * 0.8,
          lists: { places: [this.keyOf(place, rowClass), this.keyOf(this.statePlace(city.state), rowClass)] },
        }
      }
    }
  }

  #facts(city: City): Record<string, number | undefined> {
    const random = this.#random
    const beds = Math.max(0, Math.round(3 + random.bell() * 1.5))
    const maybe = (share: number, value: number) => (random.chance(share) ? value : undefined)
    return {
      kind: random.pick([0, 0, 0, 1, 2, 2, 3, 4, 5, 6]),
      price: maybe(0.98, Math.round((city.price * 2 ** random.bell()) / 100) * 100),
      beds: maybe(0.95, beds),
      baths: maybe(0.95, Math.max(1, Math.round(beds * 1.5 + random.bell()))),
      area: maybe(0.9, Math.round(500 + beds * 500 * (1 + random.bell() / 3))),
      lot: maybe(0.7, Math.round(5000 * 2 ** random.bell())),
      year: maybe(0.9, Math.round(random.between(1900, 2026))),
      day: 20_000 - Math.floor(random.next() ** 3 * 1000),
      dues: maybe(0.4, Math.round(random.between(0, 900))),
      marks: Math.floor(random.next() ** 2 * 2 ** 16),
      tower: maybe(0.15, Math.floor(random.next() * (city.rows / 20)) + Math.floor(city.longitude * 1000 + 130_000)),
      score: random.next(),
    }
  }
}

const ORDERS = COUNTRY_SHAPE.orders.map(({ name }) => name)

/** Searches of one kind of place, with some filters, in any order, any of five pages. */
export class CountryQueries {
  readonly #random: Random
  readonly #country: Country
  readonly #cityOfRow: Float64Array

  constructor(random: Random, country: Country) {
    this.#random = random
    this.#country = country
    let total = 0
    this.#cityOfRow = Float64Array.from(country.cities, ({ rows }) => (total += rows))
  }

  query(place: readonly Predicate[], filters: number, page = this.#random.whole(0, 4)): TableQuery {
    const where = [...place, ...this.#filters(filters)]
    return { where, order: this.#random.pick(ORDERS), offset: page * 200, limit: 200 }
  }

  city(): Predicate[] {
    return [this.#list([this.#cityByRows()])]
  }

  cities(): Predicate[] {
    return [this.#list(Array.from({ length: this.#random.whole(2, 5) }, () => this.#cityByRows()))]
  }

  state(): Predicate[] {
    const city = this.#country.cities[this.#cityByRows()] as City
    return [this.#list([this.#country.statePlace(city.state)])]
  }

  /** An irregular ring of 5 to 50 points around a dense place. */
  polygon(radiusDegrees: number): Predicate[] {
    const { longitude, latitude } = this.#centre()
    const corners = this.#random.whole(5, 50)
    const ring = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners
      const radius = radiusDegrees * this.#random.between(0.6, 1.2)
      return [longitude + Math.cos(angle) * radius, latitude + Math.sin(angle) * radius * 0.8]
    })
    return [{ kind: 'polygon', rings: [ring.flat()] }, this.#class()]
  }

  circle(radiusM: number): Predicate[] {
    return [{ kind: 'circle', ...this.#centre(), radiusM }, this.#class()]
  }

  /** A log-uniform size between two limits. */
  size(least: number, greatest: number): number {
    return least * (greatest / least) ** this.#random.next()
  }

  #class(): Predicate {
    return { kind: 'oneOf', column: 'class', codes: 1 << this.#random.whole(0, CLASSES - 1), orMissing: false }
  }

  #list(places: readonly number[]): Predicate {
    const rowClass = this.#random.whole(0, CLASSES - 1)
    return { kind: 'list', list: 'places', keys: places.map((place) => this.#country.keyOf(place, rowClass)) }
  }

  #centre(): { longitude: number; latitude: number } {
    const { longitude, latitude, spreadDegrees } = this.#country.cities[this.#cityByRows()] as City
    return {
      longitude: longitude + this.#random.bell() * spreadDegrees * 0.5,
      latitude: latitude + this.#random.bell() * spreadDegrees * 0.5,
    }
  }

  #cityByRows(): number {
    const row = this.#random.next() * (this.#cityOfRow.at(-1) as number)
    return this.#cityOfRow.findIndex((end) => end > row)
  }

  #filters(count: number): Predicate[] {
    const random = this.#random
    const range = (column: string, min: number, max: number): Predicate => ({
      kind: 'range',
      column,
      min,
      max,
      orMissing: random.chance(0.3),
    })
    const price = 150_000 * 2 ** random.between(-1, 3)
    const all: Predicate[] = [
      range('price', price / 3, price * 3),
      range('beds', random.whole(1, 3), random.chance(0.5) ? Number.POSITIVE_INFINITY : 5),
      range('baths', random.whole(2, 4), Number.POSITIVE_INFINITY),
      range('area', random.whole(8, 15) * 100, Number.POSITIVE_INFINITY),
      range('lot', 2000, 20_000),
      range('year', random.whole(1920, 1980), Number.POSITIVE_INFINITY),
      range('day', 20_000 - random.whole(100, 500), Number.POSITIVE_INFINITY),
      range('dues', Number.NEGATIVE_INFINITY, random.whole(300, 800)),
      { kind: 'oneOf', column: 'kind', codes: random.whole(5, 127), orMissing: false },
      { kind: 'flags', column: 'marks', all: 0, none: 2 ** random.whole(0, 12), any: 0 },
    ]
    return Array.from({ length: count }, () => all.splice(Math.floor(random.next() * all.length), 1)).flat()
  }
}
