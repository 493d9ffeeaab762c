import { isTileFile, type OpenTileFile, openTileFile } from '../../doors/http/main-thread.ts'
import type { Settings } from '../../kit/base/settings.ts'

/** The tile file that the settings name, opened once for all threads; undefined where they name none. */
export function openTiles({ console, mapTiles }: Settings): OpenTileFile | undefined {
  return console === 'on' && isTileFile(mapTiles) ? openTileFile(mapTiles) : undefined
}
