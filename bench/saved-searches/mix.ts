import type { Condition, Selection } from '../../src/catalog/ports/query.ts'
import type { Random } from '../../src/kit/algorithms/random.ts'
import type { Home } from '../../src/model/home.ts'
import { HOME_COLUMNS, type HomeColumnName, listingClassOf, SALE_STATES } from '../../src/model/home-columns.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'

type Node = Condition['node']

/** A home that a search may be about: listed, with coordinates. */
export interface Aim {
  readonly home: Home
  readonly point: NonNullable<Home['point']>
  readonly listingClass: NonNullable<ReturnType<typeof listingClassOf>>
}

export function aimsIn(homes: Iterable<Home>): Aim[] {
  return Array.from(homes).flatMap((home) => {
    const [listingClass, point] = [listingClassOf(home), home.point]
    return listingClass === undefined || point === undefined ? [] : [{ home, point, listingClass }]
  })
}

/** The share of searches that ask for one kind of place; the rest, two in a hundred, ask for the whole country. */
const PLACES: readonly (readonly [share: number, of: (aim: Aim, random: Random) => Node])[] = [
  [0.36, (aim) => regions(aim, 'city')],
  [0.2, (aim) => regions(aim, 'zipcode')],
  [0.06, (aim) => regions(aim, 'neighborhood', 'zipcode')],
  [0.08, (aim) => regions(aim, 'county')],
  [0.04, (aim) => regions(aim, 'state')],
  [0.1, ({ point }, random) => polygonAround(point, random)],
  [0.08, ({ point }, random) => ({ kind: 'circle', ...point, radiusM: 1000 * 10 ** random.between(0, 1.7) })],
  [0.06, ({ point }, random) => boxAround(point, random)],
]

/** A search as people save them: a place, some bounds of price and size, kinds of homes, seldom a word. */
export function savedSearch(aim: Aim, random: Random, place: Node | undefined = placeOf(aim, random)): Selection {
  const nodes: Node[] = place === undefined ? [] : [place]
  const maybe = (share: number, make: () => Node | undefined) => {
    const node = random.chance(share) ? make() : undefined
    if (node !== undefined) nodes.push(node)
  }
  maybe(0.8, () => around(aim, 'price', random))
  maybe(0.6, () => atLeast(aim, 'bedrooms', random))
  maybe(0.35, () => atLeast(aim, 'bathrooms', random))
  maybe(0.5, () => ({ kind: 'oneOf', column: 'homeType', values: [aim.home.homeType, 'TOWNHOUSE'] }))
  maybe(0.25, () => around(aim, 'livingArea', random))
  maybe(0.1, () => atLeast(aim, 'yearBuilt', random))
  maybe(aim.listingClass === 'For_Sale' ? 0.3 : 0, () => ({
    kind: 'oneOf',
    column: 'saleState',
    values: SALE_STATES.slice(0, 2),
  }))
  maybe(0.1, () => ({ kind: 'flags', all: random.some(['pool', 'garage', 'cooling'], 1), some: [], none: [] }))
  maybe(place === undefined ? 0.6 : 0.06, () => wordsOfHome(aim, random))
  maybe(0.01, () => ({ kind: 'range', column: 'price', min: 900_000, max: 100_000, orMissing: false }))
  const where = nodes.map((node) => ({ parameter: 'bench', node }))
  return { listingClass: aim.listingClass, where }
}

function placeOf(aim: Aim, random: Random): Node | undefined {
  let ticket = random.unit()
  for (const [share, of] of PLACES) {
    if (ticket < share) return of(aim, random)
    ticket -= share
  }
  return undefined
}

/** The first of these that the home's address has, else its city. */
function regions({ home }: Aim, ...types: readonly ('city' | 'zipcode' | 'neighborhood' | 'county' | 'state')[]): Node {
  const keys = regionKeysOf(home.address)
  const key = types.map((type) => keys[type]).find((each) => each !== undefined)
  return { kind: 'place', regions: [key ?? keys.city ?? ''] }
}

/** A ring of 8 to 40 corners, 1 to 15 km wide, somewhere around the home. */
function polygonAround({ latitude, longitude }: Aim['point'], random: Random): Node {
  const [corners, reach] = [random.whole(8, 40), 10 ** random.between(-2, -0.85)]
  const [north, east] = [latitude + (random.bell() * reach) / 3, longitude + (random.bell() * reach) / 3]
  const points = Array.from({ length: corners }, (_, i) => {
    const [angle, far] = [(2 * Math.PI * i) / corners, reach * random.between(0.5, 1)]
    return [north + far * Math.sin(angle), east + far * Math.cos(angle)] as const
  })
  return { kind: 'polygon', points }
}

function boxAround({ latitude, longitude }: Aim['point'], random: Random): Node {
  const [height, width] = [10 ** random.between(-2, -0.3), 10 ** random.between(-2, -0.3)]
  const [south, west] = [latitude - height * random.unit(), longitude - width * random.unit()]
  return { kind: 'box', south, west, north: south + height, east: west + width }
}

function around({ home }: Aim, column: HomeColumnName, random: Random): Node | undefined {
  const value = HOME_COLUMNS[column].of(home)
  if (value === undefined) return undefined
  const [min, max] = [value * random.between(0.4, 1), value * random.between(1, 1.8)]
  return { kind: 'range', column, min: random.chance(0.4) ? Number.NEGATIVE_INFINITY : min, max, orMissing: false }
}

function atLeast({ home }: Aim, column: HomeColumnName, random: Random): Node | undefined {
  const value = HOME_COLUMNS[column].of(home)
  if (value === undefined) return undefined
  return { kind: 'range', column, min: value - random.whole(0, 1), max: Number.POSITIVE_INFINITY, orMissing: false }
}

function wordsOfHome({ home }: Aim, random: Random): Node | undefined {
  const words = wordsOf(random.pick(['', ...searchTexts(home)])).filter((word) => word.length > 3)
  return words.length === 0 ? undefined : { kind: 'words', words: random.some(words, random.whole(1, 2)), phrases: [] }
}
