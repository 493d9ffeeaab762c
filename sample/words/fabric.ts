import { Lottery } from '../../src/kit/algorithms/random.ts'
import { entries } from './table.ts'

/** Climates for which homes are built. `dry`: cold winters and little rain. `mild`: the coast of California. */
export type Climate = 'marine' | 'mild' | 'desert' | 'dry' | 'south' | 'cold' | 'tropical' | 'northeast'

type Words = readonly string[]

/** Parses entries with their weights: `Tile 60 | Flat 15`. */
function odds(text: string): Lottery<string> {
  return new Lottery(weighed(text))
}

/** Parses lists with their weights: `Stucco 6 | Concrete, Stucco 3`. */
function oddsOfLists(text: string): Lottery<Words> {
  return new Lottery(weighed(text).map(([words, weight]) => [Object.freeze(words.split(', ')), weight] as const))
}

function weighed(text: string): (readonly [entry: string, weight: number])[] {
  return entries(text).map((entry) => {
    const at = entry.lastIndexOf(' ')
    return [entry.slice(0, at), Number(entry.slice(at + 1))] as const
  })
}

function byClimate<T>(
  read: (text: string) => T,
  texts: Readonly<Record<Climate, string>>,
): Readonly<Record<Climate, T>> {
  const pairs = Object.entries<string>(texts).map(([climate, text]) => [climate, read(text)])
  return Object.fromEntries(pairs) // the object has the keys of the texts
}

/** Homes share the lists in these tables. */
export const ROOFS = byClimate(odds, {
  marine: 'Composition 76 | Metal 10 | Shake 14',
  mild: 'Composition 56 | Tile 34 | Shake 5 | Flat 5',
  desert: 'Tile 62 | Composition 24 | Flat 14',
  dry: 'Composition 86 | Metal 8 | Tile 6',
  south: 'Composition 88 | Metal 12',
  cold: 'Composition 90 | Metal 10',
  tropical: 'Tile 54 | Composition 18 | Metal 14 | Flat 14',
  northeast: 'Composition 88 | Slate 6 | Metal 6',
})
export const HEATING = byClimate(oddsOfLists, {
  marine: 'Forced Air, Natural Gas 48 | Heat Pump 26 | Baseboard, Electric 20 | Radiant 6',
  mild: 'Forced Air, Natural Gas 66 | Wall Furnace, Natural Gas 20 | Heat Pump 14',
  desert: 'Heat Pump 44 | Central, Electric 34 | Forced Air, Natural Gas 22',
  dry: 'Forced Air, Natural Gas 82 | Radiant, Hot Water 10 | Heat Pump 8',
  south: 'Central, Electric 40 | Heat Pump 32 | Forced Air, Natural Gas 28',
  cold: 'Forced Air, Natural Gas 80 | Radiant, Hot Water 16 | Baseboard, Electric 4',
  tropical: 'Central, Electric 78 | Heat Pump 22',
  northeast: 'Forced Air, Natural Gas 46 | Baseboard, Hot Water 34 | Steam, Oil 14 | Heat Pump 6',
})
export const WALLS = byClimate(oddsOfLists, {
  marine: 'Wood Siding 5 | Fiber Cement, Stone 4 | Brick 1',
  mild: 'Stucco 7 | Wood Siding 3',
  desert: 'Stucco 8 | Block 2',
  dry: 'Brick 5 | Wood Siding 3 | Fiber Cement, Stone 2',
  south: 'Brick 6 | Fiber Cement, Stone 3 | Vinyl Siding 1',
  cold: 'Vinyl Siding 5 | Brick 3 | Wood Siding 2',
  tropical: 'Concrete, Stucco 6 | Stucco 3 | Block 1',
  northeast: 'Vinyl Siding 4 | Brick 4 | Wood Siding 2',
})

const SLABS = 'Slab 9 | Pillar/Post/Pier 1'
const CRAWL_SPACES = 'Concrete Perimeter 6 | Slab 2 | Pillar/Post/Pier 2'
const FROST_WALLS = 'Concrete Perimeter 5 | Block 4 | Slab 1'
/** Foundations of homes without a basement. */
export const FOUNDATIONS = byClimate(oddsOfLists, {
  marine: CRAWL_SPACES,
  mild: 'Slab 6 | Concrete Perimeter 4',
  desert: SLABS,
  dry: FROST_WALLS,
  south: SLABS,
  cold: FROST_WALLS,
  tropical: SLABS,
  northeast: FROST_WALLS,
})

/** Share of houses with a fireplace. */
export const FIREPLACE_SHARE: Readonly<Record<Climate, number>> = {
  marine: 0.45,
  mild: 0.4,
  desert: 0.22,
  dry: 0.45,
  south: 0.35,
  cold: 0.4,
  tropical: 0.02,
  northeast: 0.38,
}

/** Buildings with several homes are built alike in all climates, except for the heating. */
export const BUILDING_WALLS = oddsOfLists('Brick 5 | Concrete 4 | Fiber Cement, Stone 1')
export const BUILDING_ROOFS = odds('Flat 84 | Composition 16')
export const MANUFACTURED_WALLS = oddsOfLists('Vinyl Siding 7 | Metal Siding 3')
export const MANUFACTURED_ROOFS = odds('Composition 64 | Metal 36')
export const MANUFACTURED_FOUNDATION = Object.freeze(['Pillar/Post/Pier'])
/** Foundations of homes with a basement. */
export const BASEMENT_WALLS = oddsOfLists('Concrete Perimeter 6 | Block 4')
