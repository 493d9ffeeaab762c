import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Context } from '../../catalog/ports/context.ts'
import {
  type Addresses,
  isTileFile,
  type OpenTileFile,
  type OperatorPages,
  openTileFile,
  Service,
  type ServiceLane,
  type SlowCall,
  TileFile,
} from '../../doors/http/index.ts'
import type { Access } from '../../guard/access/access.ts'
import type { Audit } from '../../guard/privacy/index.ts'
import type { Subscriptions } from '../../guard/subscriptions/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import { pictureAt } from '../../service/pictures/catalog-pictures.ts'
import { consoleFiles } from './console-files.ts'
import { dataClocksOf } from './data-clocks.ts'
import { hooksOf } from './hooks.ts'
import { hasHostNames } from './network.ts'

export interface AnsweringParts {
  readonly settings: Settings
  readonly addresses: Addresses
  readonly context: Context
  readonly access: Access
  readonly audit: Audit
  readonly subscriptions: Subscriptions
  readonly lane: ServiceLane
  readonly operators: OperatorPages
  readonly onSlow: (call: SlowCall) => void
  /** The file of `openTiles`, which all threads read. */
  readonly tiles: OpenTileFile | undefined
}

/** The service of one thread, ready to answer; its ports are still to be opened. */
export function openService({
  settings,
  addresses,
  context,
  lane,
  onSlow,
  tiles,
  subscriptions,
  ...backend
}: AnsweringParts): Service {
  const service = new Service({
    operations: OPERATIONS,
    pictures: (path, { records }) => pictureAt(path, records),
    log: context.log,
    settings,
    lane,
    onSlow,
    ...(settings.console === 'on' && {
      console: {
        files: consoleFiles(),
        origins: addresses.origins,
        mediaOrigin: context.words.mediaOrigin,
        pictureOrigins: settings.pictureOrigins.split(','),
        ...(settings.mapTiles !== '' && { tiles: tilesOf(settings, tiles) }),
      },
    }),
  })
  const kept = { subscriptions, hooks: hooksOf(settings, context.clock) }
  service.open({ ...backend, kept, context, dataClocks: dataClocksOf(settings, context.catalog, context.clock) })
  service.makeDocuments()
  return service
}

/** The tile file that the settings name, opened once for all threads; undefined where they name none. */
export function openTiles({ console, mapTiles }: Settings): OpenTileFile | undefined {
  return console === 'on' && isTileFile(mapTiles) ? openTileFile(mapTiles) : undefined
}

function tilesOf({ mapTiles, mapAttribution: attribution }: Settings, opened: OpenTileFile | undefined) {
  return opened === undefined ? { url: mapTiles, attribution } : { file: new TileFile(opened), attribution }
}

/** Whether the demo key is good: a proxy that hides itself and the Host is not to be told from a local call. */
export function isDemo(settings: Settings, catalog: Catalog): boolean {
  return !hasHostNames(settings) && catalog.about().sample
}

/** Throws a CommandFault that says what to do where the work failed because the catalogue cannot be read. */
export function unlessDamaged<T>(catalog: Catalog, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { damage } = catalog.about()
    throw damage === undefined ? error : new CommandFault(damage, EXIT.data, { cause: error })
  })
}
