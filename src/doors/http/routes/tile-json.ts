import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import { clip } from '../../../kit/base/sentence.ts'
import type { TileIndex } from '../../../service/tiles/tile-index.ts'
import type { HeardTiles } from '../../../service/tiles/tile-search.ts'
import { ZOOM_MAX } from '../../../service/tiles/world.ts'
import { TILE_LAYERS, type TileJson } from '../../openapi/index.ts'

const NAME_CHARACTERS_MAX = 200

/**
 * Returns the TileJSON document of a search.
 *
 * @param address The URL template of its tiles.
 */
export function tileJson(
  { homes, shows }: TileIndex,
  { search, notes }: HeardTiles,
  address: string,
  { attributions, dataVersion }: CatalogAbout,
): TileJson {
  const name = typeof search === 'string' ? search : search.parameters.map(([, value]) => value).join(', ')
  const attribution = [...(attributions?.values() ?? [])].join(' · ')
  return {
    tilejson: '3.0.0',
    name: clip(name, NAME_CHARACTERS_MAX),
    ...(attribution !== '' && { attribution }),
    scheme: 'xyz',
    tiles: [address],
    minzoom: 0,
    maxzoom: ZOOM_MAX,
    ...(homes.bounds && { bounds: homes.bounds }),
    vector_layers: TILE_LAYERS[shows],
    homes: homes.zpids.length + homes.unplaced,
    unplaced: homes.unplaced,
    dataVersion,
    notes,
  }
}
