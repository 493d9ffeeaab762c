import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../kit/base/settings.ts'

/** The paths of the tile file that `plat tiles add` puts into a data folder, and of its attribution. */
export function ownTilesIn(dataDir: string): { readonly tiles: string; readonly attribution: string } {
  return { tiles: join(dataDir, 'map.pmtiles'), attribution: join(dataDir, 'map-attribution.txt') }
}

/** Returns settings with the tile file of the data folder, unless they already name tiles. */
export function withOwnTiles(settings: Settings): Settings {
  const { tiles, attribution } = ownTilesIn(settings.data)
  if (settings.mapTiles !== '' || !existsSync(tiles)) return settings
  return { ...settings, mapTiles: tiles, mapAttribution: settings.mapAttribution || readFileSync(attribution, 'utf8') }
}
