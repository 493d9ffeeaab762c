import { addProtocol } from 'maplibre-gl'
import { Protocol } from 'pmtiles'

const NAME = 'pmtiles'

let isKnown = false

/** Registers a PMTiles file with the map, which then reads only the byte ranges that it needs. */
export function archiveTiles(path: string): string {
  if (!isKnown) addProtocol(NAME, new Protocol().tile)
  isKnown = true
  return `${NAME}://${location.origin}${path}/{z}/{x}/{y}`
}
