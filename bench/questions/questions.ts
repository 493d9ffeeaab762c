import assert from 'node:assert/strict'
import type { Context } from '../../src/catalog/ports/context.ts'
import type { Home } from '../../src/model/home.ts'
import type { CountedPlace } from '../../src/model/named-place.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import type { Operation } from '../../src/service/operations/operation.ts'
import { byMls } from '../../src/service/operations/search/by-mls.ts'
import { Random } from '../../test/engine/random.ts'
import { EXAMPLE_QUERIES } from '../../test/example-queries.ts'
import { AreaDrawer } from './drawn-areas.ts'
import { drawValue, type Written, withOptions } from './drawn-values.ts'
import { ExampleDrawer } from './examples.ts'
import { type Draw, MixDrawer } from './mix.ts'

/** The name of the random searches for homes. Benches use it like the name of an operation. */
const MIX = 'searches'

/** The operations that benches call, as figures name them. */
export const OPERATION_NAMES: readonly string[] = [MIX, ...OPERATIONS.map(({ path }) => path)]

/** If this many draws in a row only repeat earlier questions, the catalog has no further questions of the kind. */
const MAX_REPETITIONS = 300

const MAX_OPTIONS = 3

/** The number of characters that are typed before completion is requested. */
const TYPED = { least: 3, most: 28 }

const POLYGON_DEGREES = 0.1
const BOX_DEGREES = 0.2

/** Draws paths with query strings, never the same path twice. The same seed and catalog yield the same paths. */
export class QuestionDrawer {
  readonly #context: Context
  readonly #random: Random
  readonly #mix: MixDrawer
  readonly #areas: AreaDrawer
  readonly #drawn = new Set<string>()
  readonly #examples: () => Promise<ExampleDrawer>

  constructor(seed: number, context: Context) {
    this.#context = context
    this.#random = new Random(seed)
    this.#mix = new MixDrawer(seed, context)
    this.#areas = new AreaDrawer(this.#random, context.catalog.regions())
    let examples: Promise<ExampleDrawer> | undefined
    this.#examples = () => {
      examples ??= ExampleDrawer.open(seed, context.catalog)
      return examples
    }
  }

  /** Draws `count` different questions, or all questions if the catalog has fewer. */
  async draw(name: string, count: number): Promise<string[]> {
    if (name === MIX) return (await this.searches(count)).map(({ url }) => url)
    const operation = OPERATIONS.find(({ path }) => path === name)
    assert(operation, `there is no operation ${name}`)
    const examples = await this.#examples()
    return this.#different(
      count,
      (url) => url,
      async () => this.#about(operation, examples),
    )
  }

  /** Draws random searches, with the query of each. */
  searches(count: number): Promise<Draw[]> {
    return this.#different(
      count,
      ({ url }) => url,
      () => this.#mix.draw(),
    )
  }

  async #different<T>(count: number, urlOf: (one: T) => string, draw: () => Promise<T>): Promise<T[]> {
    const all: T[] = []
    for (let repetitions = 0; all.length < count && repetitions <= MAX_REPETITIONS; repetitions++) {
      const one = await draw()
      if (this.#drawn.has(urlOf(one))) continue
      this.#drawn.add(urlOf(one))
      all.push(one)
      repetitions = 0
    }
    return all
  }

  /** Draws a call of an operation, like the call in the tests, but with a random home, place and options. */
  #about(operation: Operation, examples: ExampleDrawer): string {
    const random = this.#random
    const example = examples.next(random)
    const declared = worded(operation, this.#context.words)
    const { city, state } = example.house.address
    const place: Written = 'search_query' in declared.parameters ? { search_query: `${city}, ${state}` } : {}
    const exampleQuery = { ...place, ...EXAMPLE_QUERIES[operation.path]?.(example) }
    const choices = Object.entries(declared.parameters)
      .filter(([name, { required, schema }]) => required && schema.enum !== undefined && name in exampleQuery)
      .map(([name, parameter]) => [name, drawValue(random, name, parameter) ?? ''])
    const given = { ...exampleQuery, ...Object.fromEntries(choices), ...this.#placed(exampleQuery, example.house) }
    const mostOptions = operation === byMls ? 0 : MAX_OPTIONS // other options could exclude the home with this listing number
    const { explain: _, daysOnPortal: __, ...remaining }: Written = given
    return `${operation.path}?${new URLSearchParams(withOptions(random, declared, remaining, mostOptions)).toString()}`
  }

  /** Replaces example values that fit only one city, or the whole country, by values for a random place. */
  #placed(exampleQuery: Written, { address, point }: Home): Written {
    const { latitude = 0, longitude = 0 } = point ?? {}
    const { catalog } = this.#context
    const places = (noun: 'offer' | 'experience') => placeOf(this.#random, catalog.search(noun).places())
    const typed = this.#random.chance(0.2) ? address.city : `${address.streetAddress}, ${address.city}`
    const drawn: Readonly<Record<string, () => Written>> = {
      polygon: () => this.#areas.polygon(POLYGON_DEGREES).parameters,
      eastLongitude: () => ({
        eastLongitude: (longitude + BOX_DEGREES).toFixed(4),
        northLatitude: (latitude + BOX_DEGREES).toFixed(4),
        southLatitude: (latitude - BOX_DEGREES).toFixed(4),
        westLongitude: (longitude - BOX_DEGREES).toFixed(4),
      }),
      query: () => ({ query: typed.slice(0, this.#random.whole(TYPED.least, TYPED.most)).trim() }),
      searchDestinations: () => ({ searchDestinations: places('experience') }),
    }
    if (exampleQuery.location === 'Warszawa; Krakow') return { location: places('offer') }
    return Object.assign({}, ...Object.keys(exampleQuery).map((name) => drawn[name]?.() ?? {})) as Written
  }
}

/** Draws the name of a place, with the name of the larger place around it. Places with more records are more likely. */
function placeOf(random: Random, places: readonly CountedPlace[]): string {
  let left = random.next() * places.reduce((sum, { count }) => sum + count, 0)
  const drawn = places.find(({ count }) => {
    left -= count
    return left < 0
  })
  assert(drawn, 'the catalog has no places')
  return [drawn.name, ...drawn.around.slice(0, 1)].join(', ')
}
