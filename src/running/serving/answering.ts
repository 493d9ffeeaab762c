import type { Context } from '../../catalog/ports/context.ts'
import { type OperatorPages, Service, TileFile } from '../../doors/http/index.ts'
import type { OpenTileFile, ServiceLane } from '../../doors/http/main-thread.ts'
import type { Access } from '../../guard/access/access.ts'
import type { Audit } from '../../guard/privacy/index.ts'
import type { Subscriptions } from '../../guard/subscriptions/index.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import { pictureAt } from '../../service/pictures/catalog-pictures.ts'
import { consoleFiles } from './console-files.ts'
import { dataClocksOf } from './data-clocks.ts'
import { hooksOf } from './hooks.ts'

export interface AnsweringParts {
  readonly settings: Settings
  readonly context: Context
  readonly access: Access
  readonly audit: Audit
  readonly subscriptions: Subscriptions
  readonly lane: ServiceLane
  readonly operators: OperatorPages
  /** The tile file from `openTiles`, which all threads read. */
  readonly tiles: OpenTileFile | undefined
}

/** Returns the service of one thread, ready to answer. Its ports are not open yet. */
export function openService({ settings, context, lane, tiles, subscriptions, ...backend }: AnsweringParts): Service {
  const service = new Service({
    operations: OPERATIONS,
    pictures: (path, { records }) => pictureAt(path, records),
    log: context.log,
    settings,
    lane,
    ...(settings.console === 'on' && {
      console: {
        files: consoleFiles(),
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

function tilesOf({ mapTiles, mapAttribution: attribution }: Settings, opened: OpenTileFile | undefined) {
  return opened === undefined ? { url: mapTiles, attribution } : { file: new TileFile(opened), attribution }
}
