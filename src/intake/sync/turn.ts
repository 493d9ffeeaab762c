import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { Refused } from './answer-body.ts'
import type { SyncConfig } from './config.ts'
import { EntityEvents } from './events.ts'
import { Follower } from './follower.ts'
import { Joins } from './joins.ts'
import { Lookups } from './lookups.ts'
import { compareKeys, isComparable } from './reconcile.ts'
import { type ResourceReport, resourceReport, type SyncReport } from './report.ts'
import { CHANGED, type RecordName } from './resources.ts'
import { ResoServer, refusal } from './server.ts'
import type { SyncStore } from './store.ts'
import type { Web } from './web.ts'

export interface TurnOptions {
  readonly config: SyncConfig
  /** Must be the same object in all syncs, because it has the token and the times of requests. */
  readonly web: Web
  readonly store: SyncStore
  /** Whether the server may list far fewer records than before. */
  readonly mayShrink?: boolean
  readonly onRows?: (resource: RecordName, rows: number) => void
}

/**
 * Updates the catalog from the server: all rows the first time, later only changed rows. If something fails, stored
 * rows stay. If a resource's answers are wrong, the report says so and other resources continue. Throws a one-sentence
 * CommandFault if continuing is useless.
 */
export async function syncTurn(options: TurnOptions): Promise<SyncReport> {
  const { config, web, store } = options
  const [startMs, requestsBefore] = [store.clock.now(), web.requests]
  const turn = new Turn(options, new ResoServer(web, config.server))
  const resources = await turn.run()
  return {
    source: config.source,
    server: config.server.host,
    requests: web.requests - requestsBefore,
    seconds: (store.clock.now() - startMs) / 1000,
    resources,
    faults: turn.faults,
  }
}

class Turn {
  readonly #options: TurnOptions
  readonly #server: ResoServer
  readonly #joins: Joins
  /** Sentences about the server's wrong answers. */
  readonly faults: string[] = []

  constructor(options: TurnOptions, server: ResoServer) {
    this.#options = options
    this.#server = server
    this.#joins = new Joins(server, options.config)
  }

  async run(): Promise<readonly ResourceReport[]> {
    const { config, store, onRows } = this.#options
    const lookups =
      (config.lookups && (await this.#unlessFault('Lookup', () => Lookups.read(this.#server)))) || Lookups.none
    const followers = config.records.map((resource) => {
      const report = (rows: number) => onRows?.(resource.name, rows)
      return new Follower(resource, {
        config,
        server: this.#server,
        store,
        joins: this.#joins,
        lookups,
        onRows: report,
      })
    })
    const copied = new Set(followers.filter(({ isCopied }) => !isCopied))
    if (config.entityEvents) await this.#unlessFault('EntityEvent', () => this.#followEvents(followers))
    else for (const follower of followers) await this.#attempt(follower, () => this.#follow(follower))
    const reports: ResourceReport[] = []
    for (const follower of followers) {
      const { path, name } = follower.resource
      const notes = (await this.#unlessFault(path, () => this.#compared(follower))) ?? []
      const kind = copied.has(follower) ? 'copy' : 'changes'
      const report = resourceReport(name, kind, follower.reports, [...follower.notes, ...notes])
      const { rowsRead, rowsRejected, rejected } = report
      if (kind === 'copy' && rowsRead > 0 && rowsRejected === rowsRead)
        this.faults.push(`No row of ${path} could be used: ${rejected[0]?.sentence ?? 'all were rejected.'}`)
      reports.push(report)
    }
    return reports
  }

  async #follow(follower: Follower, sequence?: string): Promise<void> {
    if (!follower.isCopied) await follower.copy(sequence)
    if (sequence === undefined || follower.mark.sequence === undefined) await follower.follow()
  }

  async #followEvents(followers: readonly Follower[]): Promise<void> {
    const events = new EntityEvents(this.#server, this.#options.config)
    const begun = followers.filter(({ mark }) => mark.sequence !== undefined)
    for (const follower of followers.filter(({ mark }) => mark.sequence === undefined)) {
      // All later changes have a higher number.
      const sequence = await events.newest()
      const isDone = await this.#attempt(follower, async () => {
        await this.#follow(follower, sequence)
        if (follower.mark.sequence === undefined) await follower.refresh([], { sequence })
      })
      if (isDone) begun.push(follower)
    }
    await events.follow(begun, (follower, work) => this.#attempt(follower, work))
  }

  /** Prevents an error in one resource from stopping other resources. */
  async #attempt({ resource }: Follower, work: () => Promise<void>): Promise<boolean> {
    const isDone = await this.#unlessFault(resource.path, () => work().then(() => true))
    return isDone ?? false
  }

  /**
   * Returns undefined if the server's answers are wrong. Throws other errors, because they would also stop the other
   * resources.
   */
  async #unlessFault<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      const fault = error instanceof Refused ? refusal(path, error) : error
      if (!(fault instanceof CommandFault) || fault.exitCode !== EXIT.data) throw fault
      if (!this.faults.includes(fault.message)) this.faults.push(fault.message)
      return undefined
    }
  }

  /** Compares all keys if a comparison is due. Returns sentences for the operator. */
  async #compared(follower: Follower): Promise<string[]> {
    const { config, store, mayShrink = false } = this.#options
    const { resource, mark } = follower
    const nowMs = store.clock.now()
    const isDue = nowMs - (mark.reconciledMs ?? Number.NEGATIVE_INFINITY) >= config.reconcileMs
    const isMeant = config.reconcileMs > 0 && resource.name === 'Property' && follower.isCopied
    if (!isMeant || !(isDue || mayShrink)) return []
    if (!isComparable(resource)) return ['Keys are not compared: the mapping’s key is not the server’s key.']
    const { again, doubt } = await compareKeys(this.#server, resource, store, mayShrink, mark.since?.[CHANGED])
    await follower.refresh(again, { reconciledMs: nowMs })
    if (doubt !== undefined) this.faults.push(doubt)
    return []
  }
}
