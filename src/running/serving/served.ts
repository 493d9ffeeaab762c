import type { Catalog } from '../../catalog/ports/catalog.ts'
import { isTileFile, type OpenTileFile, openTileFile } from '../../doors/http/main-thread.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'

/**
 * Whether the demo key works: only with a sample, and only without a public name. With a public name, a proxy may make
 * remote requests look local.
 */
export function isDemo(settings: Settings, catalog: Catalog): boolean {
  return settings.publicName === '' && catalog.about().sample
}

/**
 * Returns the result of `work`. Rejects with a CommandFault that says what to do if `work` failed because the catalog
 * is damaged.
 */
export function unlessDamaged<T>(catalog: Catalog, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { damage } = catalog.about()
    throw damage === undefined ? error : new CommandFault(damage, EXIT.data, { cause: error })
  })
}

/** Opens the configured tile file, once for all threads; undefined if no file is configured. */
export function openTiles({ console, mapTiles }: Settings): OpenTileFile | undefined {
  return console === 'on' && isTileFile(mapTiles) ? openTileFile(mapTiles) : undefined
}
