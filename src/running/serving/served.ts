import type { Catalog } from '../../catalog/ports/catalog.ts'
import { isTileFile, type OpenTileFile, openTileFile } from '../../doors/http/main-thread.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'

/** Whether the demo key is good: a proxy that hides itself and the Host is not to be told from a local call. */
export function isDemo(settings: Settings, catalog: Catalog): boolean {
  return settings.publicName === '' && catalog.about().sample
}

/** Throws a CommandFault that says what to do where the work failed because the catalogue cannot be read. */
export function unlessDamaged<T>(catalog: Catalog, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { damage } = catalog.about()
    throw damage === undefined ? error : new CommandFault(damage, EXIT.data, { cause: error })
  })
}

/** The tile file that the settings name, opened once for all threads; undefined where they name none. */
export function openTiles({ console, mapTiles }: Settings): OpenTileFile | undefined {
  return console === 'on' && isTileFile(mapTiles) ? openTileFile(mapTiles) : undefined
}
