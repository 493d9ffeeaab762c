import { addProtocol } from 'maplibre-gl'
import { Protocol } from 'pmtiles'

const NAME = 'pmtiles'

let isKnown = false

/** Where the map finds the tiles of a PMTiles file: it reads the ranges that it needs. */
export function archiveTiles(path: string): string {
  if (!isKnown) addProtocol(NAME, new Protocol().tile)
  isKnown = true
  return `${NAME}://${location.origin}${path}/{z}/{x}/{y}`
}
