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
import { HOMES_FROM_ZOOM, HOMES_MAX, type Shows } from '../../service/tiles/tile-index.ts'
import { ZOOM_MAX } from '../../service/tiles/world.ts'
import type { Endpoint } from './endpoint.ts'
import { callParameters } from './kept-endpoints.ts'

const HOMES_LAYER = {
  id: 'homes',
  description: `Single homes: from zoom ${HOMES_FROM_ZOOM} on all of a tile with up to ${HOMES_MAX}, otherwise those that are alone in their cell.`,
  minzoom: 0,
  maxzoom: ZOOM_MAX,
  fields: {
    id: 'Number. The home: its zpid, which is the id of the feature, too.',
    price: 'Number. Asking price, monthly rent or price paid, in dollars; absent if unknown.',
    status: 'String. The marketingStatus of its card: active, acceptingBackupOffers, comingSoon, pending or closed.',
    type: 'String. The propertyType of its card, such as singleFamily.',
  },
}

function cellsLayer(whose: string, countMin: string, unknown: string) {
  return {
    id: 'cells',
    description: `${whose} homes of a tile, counted by its 32 by 32 cells, each a point amid its homes.`,
    minzoom: 0,
    maxzoom: ZOOM_MAX,
    fields: {
      count: `Number. Homes of the cell, ${countMin} at least; units of a building count one by one.`,
      priceMedian: `Number. The median of their prices, in dollars; absent if ${unknown}.`,
    },
  }
}

/** The layers of tiles by what these show, as TileJSON tells them. */
export const TILE_LAYERS: Readonly<Record<Shows, TileJson['vector_layers']>> = {
  homes: [HOMES_LAYER, cellsLayer('The other', 'two', 'none is known')],
  counts: [cellsLayer('All', 'one', `fewer than ${LEAST_HOMES} are known`)],
}

const TILE_JSON = component(
  'TileJson',
  object({
    tilejson: always('3.0.0'),
    name: text('What is shown.'),
    attribution: optional(text('What the sources of the data ask to be told.')),
    scheme: always('xyz'),
    tiles: listOf(
      text(),
      'One template of the addresses of tiles; it has the key where the call had it in its address.',
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
        fields: mapOf(text(), 'What is known of each feature.'),
      }),
    ),
    homes: large('Homes that the search finds, units of a building counted one by one.'),
    unplaced: large('Those of them that no tile shows: their place is unknown, or their source withholds it.'),
    dataVersion: text('The version of the data; tiles of an older one are those of now.'),
    notes: listOf(text(), 'A sentence for each part of what was given that has no effect.'),
  }),
)
export type TileJson = AnswerOf<typeof TILE_JSON>

const GROUP = 'Map tiles'

const PRICE = `Costs a key what the search costs, once an hour for all tiles of it; those of ${LISTING_CLASSES.join(', ')} are free of charge, and counts alone.`

const SEARCH: Parameters = {
  search: required(
    shapeOfText(64 * 1024, 'For_Sale'),
    `A search as \`/tiles\` names it, the id of a saved search, or ${LISTING_CLASSES.join(', ')} for all homes.`,
  ),
}

const NAMED = ['place.unknown', 'search.too_costly', 'plan.area', 'subscription.unknown'] as const

/** Tiles of a search, and where they are. */
export const TILE_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/tiles',
    area: 'A',
    summary: 'Where the map tiles of a search of homes are, with all of its results, as TileJSON.',
    group: GROUP,
    keyed: true,
    parameters: {
      path: required(shapeOfText(100, '/search/byaddress'), 'The path of a search of homes.'),
      parameters: optionalParameter(callParameters, 'The parameters of that search, each under its own name.'),
    },
    price: PRICE,
    failures: ['route.unknown', 'place.unknown', 'search.too_costly', 'plan.area'],
    answer: TILE_JSON,
  },
  {
    path: '/tiles/{search}',
    area: 'A',
    summary: 'Where the map tiles of a search are that has a name, or of all homes of a class, as TileJSON.',
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
    summary: 'One map tile, as a Mapbox Vector Tile: its homes, or how many of them are in each cell.',
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
