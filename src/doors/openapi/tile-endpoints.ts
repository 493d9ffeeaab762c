import {
  type AnswerOf,
  always,
  component,
  large,
  listOf,
  mapOf,
  number,
  object,
  optional,
  text,
  whole,
} from '../../kit/answers/index.ts'
import {
  optional as optionalParameter,
  type Parameters,
  required,
  text as shapeOfText,
  wholeNumber,
} from '../../kit/params/index.ts'
import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { LEAST_HOMES } from '../../service/operations/least-homes.ts'
import { CELLS_ACROSS } from '../../service/tiles/cells.ts'
import { HOMES_FROM_ZOOM, HOMES_MAX, type Shows } from '../../service/tiles/tile-index.ts'
import { ZOOM_MAX } from '../../service/tiles/world.ts'
import type { Endpoint } from './endpoint.ts'
import { callParameters } from './kept-endpoints.ts'

const HOMES_LAYER = {
  id: 'homes',
  description: `Single homes. From zoom ${HOMES_FROM_ZOOM}, all homes of a tile with up to ${HOMES_MAX} homes; otherwise only homes that are alone in their cell.`,
  minzoom: 0,
  maxzoom: ZOOM_MAX,
  fields: {
    id: 'Number. The zpid of the home, which is also the id of the feature.',
    price: 'Number. Asking price, monthly rent or price paid, in dollars; absent if unknown.',
    status:
      'String. The marketingStatus, as in search results: active, acceptingBackupOffers, comingSoon, pending or closed.',
    type: 'String. The propertyType, as in search results, such as singleFamily.',
  },
}

function cellsLayer(whose: string, countMin: string, unknown: string) {
  return {
    id: 'cells',
    description: `${whose} homes of a tile, counted in ${CELLS_ACROSS} by ${CELLS_ACROSS} cells. Each cell is a point near the middle of its homes.`,
    minzoom: 0,
    maxzoom: ZOOM_MAX,
    fields: {
      count: `Number. Homes in the cell, at least ${countMin}. Each unit of a building counts.`,
      priceMedian: `Number. The median of their prices, in dollars; absent if ${unknown}.`,
    },
  }
}

/** The layers of a vector tile, for tiles that show homes and for tiles that show counts. */
export const TILE_LAYERS: Readonly<Record<Shows, TileJson['vector_layers']>> = {
  homes: [HOMES_LAYER, cellsLayer('The other', 'two', 'none is known')],
  counts: [cellsLayer('All', 'one', `fewer than ${LEAST_HOMES} are known`)],
}

const TILE_JSON = component(
  'TileJson',
  object({
    tilejson: always('3.0.0'),
    name: text('What the tiles show.'),
    attribution: optional(text('The attribution that the sources of the data require.')),
    scheme: always('xyz'),
    tiles: listOf(
      text(),
      'One URL template for the tiles. It contains the key if your request had the key in its URL.',
    ),
    minzoom: whole(),
    maxzoom: whole(),
    bounds: optional(
      listOf(number(), 'West, south, east and north of all homes, in degrees; absent if there are none.'),
    ),
    vector_layers: listOf(
      object({
        id: text(),
        description: text(),
        minzoom: whole(),
        maxzoom: whole(),
        fields: mapOf(text(), 'The fields of each feature.'),
      }),
    ),
    homes: large('The number of homes that the search finds. Each unit of a building counts.'),
    unplaced: large(
      'The number of homes that no tile shows, because their location is unknown or hidden by their source.',
    ),
    dataVersion: text('The version of the data. Addresses with an older version return current tiles.'),
    notes: listOf(text(), 'A sentence for each part of your request that has no effect.'),
  }),
)
export type TileJson = AnswerOf<typeof TILE_JSON>

const GROUP = 'Map tiles'

const PRICE = `Costs the same as the search, once an hour for all its tiles. The tiles of ${LISTING_CLASSES.join(', ')} are free and only have counts.`

const SEARCH: Parameters = {
  search: required(
    shapeOfText(64 * 1024, 'For_Sale'),
    `The name of a search from \`/tiles\`, the id of a saved search, or ${LISTING_CLASSES.join(', ')} for all homes.`,
  ),
}

const NAMED = ['place.unknown', 'search.too_costly', 'plan.area', 'subscription.unknown'] as const

/** The endpoints of map tiles and TileJSON. */
export const TILE_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/tiles',
    area: 'A',
    summary: 'Returns the TileJSON of a search for homes. Its map tiles have all results.',
    group: GROUP,
    keyed: true,
    parameters: {
      path: required(shapeOfText(100, '/search/byaddress'), 'The path of a search for homes.'),
      parameters: optionalParameter(callParameters, 'The parameters of that search, each under its own name.'),
    },
    price: PRICE,
    failures: ['route.unknown', 'place.unknown', 'search.too_costly', 'plan.area'],
    answer: TILE_JSON,
  },
  {
    path: '/tiles/{search}',
    area: 'A',
    summary: 'Returns the TileJSON of a named search, or of all homes of a class.',
    group: GROUP,
    keyed: true,
    places: SEARCH,
    price: PRICE,
    failures: NAMED,
    answer: TILE_JSON,
  },
  {
    path: '/tiles/{search}/{z}/{x}/{y}',
    area: 'A',
    summary: 'Returns a map tile as a Mapbox Vector Tile: its homes, or the number of homes in each cell.',
    group: GROUP,
    keyed: true,
    places: {
      ...SEARCH,
      z: required(wholeNumber(0, ZOOM_MAX), 'The zoom.'),
      x: required(wholeNumber(0, 2 ** ZOOM_MAX - 1), 'The column of the tile, from the west.'),
      y: required(wholeNumber(0, 2 ** ZOOM_MAX - 1), 'The row of the tile, from the north.'),
    },
    price: PRICE,
    failures: NAMED,
    type: 'application/vnd.mapbox-vector-tile',
  },
]
