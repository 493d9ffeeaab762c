import type { Catalog } from '../../catalog/ports/catalog.ts'
import { isTileFile, type OpenTileFile, openTileFile } from '../../doors/http/main-thread.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'

/**
 * Whether the demo key works: only with a sample and without a public name, because a request through a proxy that
 * hides itself and the Host looks like a local request.
 */
export function isDemo(settings: Settings, catalog: Catalog): boolean {
  return settings.publicName === '' && catalog.about().sample
}

/** Rejects with a CommandFault that says what to do, if the work failed because the catalog is damaged. */
export function unlessDamaged<T>(catalog: Catalog, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { damage } = catalog.about()
    throw damage === undefined ? error : new CommandFault(damage, EXIT.data, { cause: error })
  })
}

/** Opens the tile file of the settings, once for all threads; undefined if the settings name no file. */
export function openTiles({ console, mapTiles }: Settings): OpenTileFile | undefined {
  return console === 'on' && isTileFile(mapTiles) ? openTileFile(mapTiles) : undefined
}
