import { randomBytes } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { Context } from '../../catalog/ports/context.ts'
import { listen, type OperatorPages, prepareForAgents, Service, TileFile } from '../../doors/http/index.ts'
import {
  type OpenTileFile,
  PORTS_CAN_BE_SHARED,
  type ServiceLane,
  type WorkerSockets,
} from '../../doors/http/main-thread.ts'
import { type WorkerLedger, workerAccess } from '../../guard/access/index.ts'
import { type Audit, type AuditEntry, followWithheld } from '../../guard/privacy/index.ts'
import { remoteSubscriptions, type SubscriptionsCall } from '../../guard/subscriptions/index.ts'
import { systemClock } from '../../kit/base/clock.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Line } from '../../kit/threads/line.ts'
import { lineToStarter } from '../../kit/threads/thread.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import { pictureAt } from '../../service/pictures/catalog-pictures.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'
import { type Interruption, type Output, threadTerminal } from '../terminal/thread-terminal.ts'
import { laneBackendOf } from './backend.ts'
import { consoleFiles } from './console-files.ts'
import { dataClocksOf } from './data-clocks.ts'
import { databasesOf } from './database.ts'
import { hooksOf } from './hooks.ts'
import { openLog } from './log.ts'
import { openIdentityProvider } from './openid.ts'
import { type Preparation, prepare } from './prepare.ts'
import { routingEngineAt } from './routing-engine.ts'
import { isDemo, unlessDamaged } from './served.ts'
import { openTelemetry } from './telemetry.ts'
import { warmUp } from './warm-up.ts'

/** Requests of the main thread to a worker, in the order in which they are sent. */
export type WorkerRequest =
  /** Prepare the catalog. Sent to only one worker. */
  | ({ readonly kind: 'prepare'; readonly watched: boolean } & Preparation)
  | Interruption
  /** Open everything except ports. */
  | ({ readonly kind: 'open' } & WorkerSetting)
  /** Open the ports. `sockets`: see `ListenOptions`. */
  | { readonly kind: 'listen'; readonly sockets: WorkerSockets | undefined }
  /** Respond, which shows that the worker is not stuck. */
  | { readonly kind: 'beat' }
  /** Return the metrics. */
  | { readonly kind: 'count' }
  /** Finish running calls, then close everything. */
  | { readonly kind: 'close' }

export interface WorkerSetting {
  readonly settings: Settings
  readonly words: Words
  readonly ledger: WorkerLedger
  /** The number of workers. */
  readonly threads: number
  readonly service: ServiceLane
  readonly tiles: OpenTileFile | undefined
  /** Whether clients on this machine need no key for the operators' pages. */
  readonly openHere: boolean
  /** The channel to the catalog of the main thread. `ledgerPort` is the channel to its credit ledger. */
  readonly catalogPort: MessagePort
  readonly ledgerPort: MessagePort
}

/** Requests of a worker to the main thread. Only the main thread writes to stores and sees all threads. */
export type WorkerErrand =
  | { readonly kind: 'audit'; readonly entry: Omit<AuditEntry, 'number' | 'atMs'> }
  | ({ readonly kind: 'subscriptions' } & SubscriptionsCall)
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | Output
  | { readonly kind: 'page'; readonly page: Parameters<OperatorPages['page']> }

interface Opened {
  readonly service: Service
  readonly setting: WorkerSetting
  close(): Promise<void>
}

/** Runs a worker in this thread: answers calls, and follows the requests of the main thread. */
export function work(): void {
  let opened: Opened | undefined
  let stopListening: ((graceS: number) => Promise<void>) | undefined
  let interrupt: ((interruption: Interruption) => void) | undefined
  const main: Line<WorkerErrand> = lineToStarter<WorkerErrand>(async (request: WorkerRequest) => {
    switch (request.kind) {
      case 'prepare': {
        const remote = threadTerminal(() => main, request.watched)
        interrupt = remote.interrupt
        const report = (done: number, total: number) => main.tell({ kind: 'progress', done, total })
        return prepare(request, remote.terminal, openLog(request.settings.logLevel), report)
      }
      case 'interrupted':
        return interrupt?.(request)
      case 'open':
        opened = await open(request, main)
        return
      case 'listen': {
        if (opened === undefined) throw new Error('a thread was to listen before it was opened')
        const { service, setting } = opened
        const how = { reusePort: PORTS_CAN_BE_SHARED, sockets: request.sockets }
        const listening = await listen(service, setting.settings, how)
        stopListening = listening.close
        return
      }
      case 'beat':
        return
      case 'count':
        return opened?.service.records.counts.snapshot()
      case 'close':
        opened?.service.beginClosing()
        await stopListening?.(opened?.setting.settings.shutdownS ?? 0)
        await opened?.close()
    }
  })
}

async function open(setting: WorkerSetting, main: Line<WorkerErrand>): Promise<Opened> {
  const { settings, words } = setting
  const { data: dataDir } = settings
  const log = openLog(settings.logLevel)
  const databases = databasesOf(settings, setting.threads)
  const privacy = await followWithheld({ dataDir, database: databases?.primary, log, randomness: randomBytes })
  const { withheld } = privacy
  const cards = cardMaker(words)
  const backend = await laneBackendOf(settings, setting.threads)
  const catalog = await backend.borrow(setting.catalogPort, { cards, withheld, log })
  const dataClocks = dataClocksOf(settings, catalog, systemClock)
  await unlessDamaged(catalog, warmUp(catalog, dataClocks.A))
  const demo = () => isDemo(settings, catalog)
  const access = workerAccess(setting.ledgerPort, setting.ledger, { clock: systemClock, demo })
  const travelTimes = routingEngineAt(settings.routingUrl, log)
  const context: Context = Object.freeze({ catalog, clock: systemClock, log, words, travelTimes })
  const audit: Audit = {
    record: async (entry) => (await main.ask({ kind: 'audit', entry })) as boolean, // crew.ts returns whether the entry was written
  }
  const operators: OperatorPages = {
    openHere: setting.openHere,
    changesHere: demo,
    page: async (...page) => (await main.ask({ kind: 'page', page })) as string | undefined, // crew.ts returns the page
  }
  const subscriptions = remoteSubscriptions((call) => main.ask({ kind: 'subscriptions', ...call }))
  const kept = { subscriptions, hooks: hooksOf(settings, systemClock) }
  const telemetry = await openTelemetry()
  const identity = await openIdentityProvider(settings, log)
  const service = new Service({
    operations: OPERATIONS,
    pictures: (path, { records }) => pictureAt(path, records),
    log,
    settings,
    lane: setting.service,
    backend: { access, audit, operators, kept, context, dataClocks, ...(identity && { identity }) },
    ...(settings.console === 'on' && { console: consolePartsOf(setting) }),
    ...(telemetry && { telemetry: telemetry.record }),
  })
  service.makeDocuments()
  await prepareForAgents(service)
  const unwatch = service.records.counts.watchLoop()
  const close = async () => {
    unwatch()
    await telemetry?.close()
    await access.close()
    await catalog.close()
    await privacy.close()
  }
  return { service, setting, close }
}

function consolePartsOf({ settings, words, tiles: opened }: WorkerSetting) {
  const { mapTiles, mapAttribution: attribution, pictureOrigins } = settings
  const tiles = opened === undefined ? { url: mapTiles, attribution } : { file: new TileFile(opened), attribution }
  return {
    files: consoleFiles(),
    mediaOrigin: words.mediaOrigin,
    pictureOrigins: pictureOrigins.split(','),
    ...(mapTiles !== '' && { tiles }),
  }
}
