import { INVENTED } from '../../catalog/ports/source-name.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Mapping } from '../ingest/mapping.ts'
import { type JsonObject, keysRead } from '../ingest/record-source.ts'
import type { Report } from '../ingest/report.ts'
import { Refused } from './answer-body.ts'
import { changesSince, type Trail } from './changes.ts'
import type { JoinedResource, RecordResource, SyncConfig } from './config.ts'
import { belongsTo, type Joins } from './joins.ts'
import type { Lookups } from './lookups.ts'
import { askedOf, type Mark, markIn, markName } from './mark.ts'
import { textIn } from './odata.ts'
import { Portion } from './portion.ts'
import { Recent } from './recent.ts'
import { CHANGED, JOINED, RESOURCES } from './resources.ts'
import type { Place, ResoServer } from './server.ts'
import { type SyncStore, store } from './store.ts'

export interface FollowerOptions {
  readonly config: SyncConfig
  readonly server: ResoServer
  readonly store: SyncStore
  readonly joins: Joins
  readonly lookups: Lookups
  /** Receives the number of rows read so far. */
  readonly onRows?: (rows: number) => void
}

/** The field with the name of the source for attribution. */
const ATTRIBUTION = 'SourceSystemName'

/** Number of rows stored together. After a power failure, at most this many rows are read again. */
const PORTION_ROWS = 10_000

/** Follows one resource: its rows and their parts. */
export class Follower {
  readonly resource: RecordResource
  readonly #options: FollowerOptions
  readonly #portion: Portion
  readonly #reports: Report[] = []
  readonly #notes = new Set<string>()
  #mark: Mark
  /** How far the resource was followed, as stored in the catalog. */
  #storedMark: string | undefined
  #attribution: string | undefined
  /** Whether the catalog has only a part of the first copy. */
  #isCopying: boolean
  #rows = 0

  constructor(resource: RecordResource, options: FollowerOptions) {
    const { config, store: into } = options
    this.resource = resource
    this.#options = options
    this.#portion = new Portion(this.#key, new Set([this.#key, ...keysRead(resource.mapping)]))
    const asked = askedOf(config, resource)
    const name = this.#markName
    this.#storedMark = into.notes(name).get(name)
    this.#mark = markIn(this.#storedMark, asked) ?? { asked }
    this.#isCopying = this.#mark.copy !== undefined
  }

  get mark(): Mark {
    return this.#mark
  }

  /** Reports on the rows stored so far. */
  get reports(): readonly Report[] {
    return this.#reports
  }

  /** Notes for the operator on the rows read so far. */
  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Whether a full copy was completed. */
  get isCopied(): boolean {
    return this.#mark.since !== undefined
  }

  get #key(): string {
    return RESOURCES[this.resource.name].key
  }

  /** The configured attribution takes precedence over the rows' attribution. */
  get #mapping(): Mapping {
    const { mapping } = this.resource
    const attribution = mapping.attribution ?? this.#attribution
    return attribution === undefined ? mapping : { ...mapping, attribution }
  }

  get #markName(): string {
    return markName(this.#options.config.source, this.resource.name)
  }

  /**
   * Copies all rows, or continues an interrupted copy. `sequence`: number of the last event before the copy, stored
   * only if the copy starts from the first row.
   */
  async copy(sequence?: string): Promise<void> {
    const { behind, next } = this.#mark.copy ?? {}
    if (behind === undefined && next === undefined) return this.#copyFrom({}, undefined, sequence)
    try {
      await this.#copyFrom({ behind, next }, this.#mark.copy?.startedMs)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The server may refuse an old link. The copy then starts again.
      await this.#copyFrom({}, undefined, sequence)
    }
  }

  async #copyFrom(from: Place, begunMs: number | undefined, newest?: string): Promise<void> {
    const { server, config, store: into } = this.#options
    const asking = this.#copyAsking
    const sequence = this.#mark.copy?.sequence ?? newest
    const numbered = sequence === undefined ? {} : { sequence }
    let startedMs = begunMs
    const query = await this.#query()
    const recent = this.resource.changed.map((field) => [field, new Recent(this.#key, field)] as const)
    await this.#storing(async () => {
      for await (const { records, next, madeMs } of server.pagesByKey(asking, this.#key, query, from)) {
        startedMs ??= madeMs
        await this.#add(records)
        for (const [, known] of recent) known.remember(records, startedMs - config.overlapMs)
        const last = asking.ordered ? textIn(records.at(-1) ?? {}, this.#key) : ''
        const behind = last === '' ? undefined : last
        this.#mark = { asked: this.#mark.asked, copy: { startedMs, ...numbered, behind, next } }
        const isPlace = behind !== undefined || next !== undefined
        if (this.#portion.rows >= PORTION_ROWS && isPlace) await this.#store()
      }
      const start = startedMs ?? into.clock.now()
      const fromMs = start - config.overlapMs
      const states = recent.map(([field, known]) => [field, known.since(fromMs)] as const)
      this.#mark = { ...this.#copied(start), ...numbered, recent: Object.fromEntries(states) }
    })
  }

  /**
   * Returns how far the resource was followed after a copy: up to the start of the copy, so that changes during the
   * copy are found.
   */
  #copied(startedMs: number): Mark {
    const start = new Date(startedMs).toISOString()
    const joined = this.#options.joins.of(this.resource.name)
    return {
      asked: this.#mark.asked,
      since: Object.fromEntries(this.resource.changed.map((field) => [field, start])),
      joinedSince: Object.fromEntries(joined.map(({ name }) => [name, start])),
    }
  }

  get #copyAsking(): RecordResource {
    const { replication, path } = this.resource
    if (replication === undefined) return this.resource
    // The replication endpoint has its own order. Paging follows its links.
    return {
      ...this.resource,
      ordered: false,
      path: replication === 'query' ? `${path}?replication=true` : replication,
    }
  }

  /** Another Plat declares a resource only if it has records of it. Undeclared resources cannot be expanded. */
  async #query() {
    const { expand, mapping } = this.resource
    if (!mapping.replica) return { expand: expand.join(',') }
    const declared: string[] = []
    for (const name of expand) if (await this.#options.server.declares(name)) declared.push(name)
    return { expand: declared.join(',') }
  }

  /** Reads the rows that changed since the last sync, and rows with changed parts. */
  async follow(): Promise<void> {
    for (const field of this.resource.changed) await this.#followField(field)
    for (const joined of this.#options.joins.of(this.resource.name)) await this.#followJoined(joined)
  }

  /** Returns the time from which to follow a new field. */
  get #oldest(): string {
    const moments = Object.values(this.#mark.since ?? {}).map((moment) => Date.parse(moment))
    return new Date(Math.min(this.#options.store.clock.now(), ...moments)).toISOString()
  }

  async #followField(field: string): Promise<void> {
    const trail: Trail = { asking: this.resource, field, key: this.#key, query: await this.#query() }
    const since = this.#mark.since?.[field] ?? this.#oldest
    const recent = new Recent(this.#key, field, this.#mark.recent?.[field])
    await this.#storing(async () => {
      for await (const { records, reached, doubt } of changesSince(this.#options.server, trail, this.#before(since))) {
        await this.#add(recent.fresh(records))
        const moment = laterOf(since, reached)
        if (doubt !== undefined) this.#notes.add(doubt)
        this.#mark = {
          ...this.#mark,
          since: { ...this.#mark.since, [field]: moment },
          recent: { ...this.#mark.recent, [field]: recent.since(Date.parse(this.#before(moment))) },
        }
        if (this.#portion.rows >= PORTION_ROWS) await this.#store()
      }
    })
  }

  async #followJoined(joined: JoinedResource): Promise<void> {
    const { key, owner } = JOINED[joined.name]
    const since = this.#mark.joinedSince?.[joined.name] ?? this.#oldest
    const trail: Trail = { asking: joined, field: CHANGED, key, query: {} }
    const recent = new Recent(key, CHANGED, this.#mark.recent?.[joined.name])
    await this.#storing(async () => {
      for await (const { records, reached, doubt } of changesSince(this.#options.server, trail, this.#before(since))) {
        const own = recent.fresh(records).filter((record) => belongsTo(record, this.resource.name))
        await this.#readAgain(new Set(own.map((record) => textIn(record, owner)).filter((text) => text !== '')))
        const moment = laterOf(since, reached)
        if (doubt !== undefined) this.#notes.add(doubt)
        this.#mark = {
          ...this.#mark,
          joinedSince: { ...this.#mark.joinedSince, [joined.name]: moment },
          recent: { ...this.#mark.recent, [joined.name]: recent.since(Date.parse(this.#before(moment))) },
        }
        if (this.#portion.rows >= PORTION_ROWS) await this.#store()
      }
    })
  }

  /** Returns the time from which to search, some time before the last known change. */
  #before(known: string): string {
    return new Date(Math.max(0, Date.parse(known) - this.#options.config.overlapMs)).toISOString()
  }

  /** Reads the rows with these keys again. Deletes records whose rows are missing on the server. */
  async refresh(keys: Iterable<string>, mark: Partial<Mark> = {}): Promise<void> {
    await this.#storing(async () => {
      await this.#readAgain(new Set(keys), true)
      this.#mark = { ...this.#mark, ...mark }
    })
  }

  /** Reads rows again. With `isWhole`, missing rows delete their records. */
  async #readAgain(keys: ReadonlySet<string>, isWhole = false): Promise<void> {
    const { server } = this.#options
    const missing = new Set(keys)
    const query = keys.size === 0 ? {} : await this.#query()
    for await (const { records } of server.withAny(this.resource, this.#key, this.#key, [...keys], query)) {
      const asked = records.filter((record) => keys.has(textIn(record, this.#key)))
      for (const record of asked) missing.delete(textIn(record, this.#key))
      await this.#add(asked)
      if (this.#portion.rows >= PORTION_ROWS) await this.#store(false)
    }
    if (isWhole) this.#portion.addGone([...missing].map((key) => ({ [this.#key]: key })))
  }

  async #add(records: readonly JsonObject[]): Promise<void> {
    for (const record of records) this.#learn(record)
    const { joins, lookups, onRows } = this.#options
    const shown = records.filter(mayBeShown)
    const whole = await joins.whole(this.resource.name, shown)
    this.#portion.add(whole.map((record) => lookups.translated(record)))
    this.#portion.addGone(records.filter((record) => !mayBeShown(record)))
    this.#rows += records.length
    onRows?.(this.#rows)
  }

  /** Takes a replica's attribution from a row. Refuses the invented records of another Plat's sample. */
  #learn(record: JsonObject): void {
    const name = textIn(record, ATTRIBUTION)
    if (name === INVENTED) {
      const { server } = this.#options.config
      throw new CommandFault(
        `"${server.host}" serves a sample: its records are invented, and invented data never mixes with real data. Make a sample of your own with ./plat sample.`,
        EXIT.data,
      )
    }
    if (this.resource.mapping.replica && name !== '') this.#attribution = name
  }

  /** Runs `read` and stores its rows even if it fails, so that the next sync continues after these rows. */
  async #storing(read: () => Promise<void>): Promise<void> {
    const before = this.#mark
    try {
      await read()
    } catch (error) {
      this.#options.store.signal.throwIfAborted()
      if (this.#mark !== before) await this.#store()
      throw error
    }
    await this.#store()
  }

  /**
   * Stores rows. `isReached`: the mark (how far the resource was followed) covers these and all earlier rows, and is
   * stored too.
   */
  async #store(isReached = true): Promise<void> {
    const { config, store: into } = this.#options
    const mark = JSON.stringify(this.#mark)
    const isNew = isReached && mark !== this.#storedMark
    if (!isNew && this.#portion.rows === 0) return
    const notes = new Map(isNew ? [[this.#markName, mark]] : [])
    const isEnd = this.#isCopying && isReached && this.isCopied
    if (isReached) this.#isCopying = !this.isCopied
    const name = `${this.resource.name} of ${config.server.host}`
    this.#reports.push(...(await store(into, { name, mapping: this.#mapping, ...this.#portion.take(), notes, isEnd })))
    if (isReached) this.#storedMark = mark
  }
}

/** Whether the server allows showing the listing. Other listings are never stored, regardless of the mapping. */
function mayBeShown({ InternetEntireListingDisplayYN: display, MlgCanView: canView }: JsonObject): boolean {
  return display !== false && canView !== false
}

function laterOf(known: string, reached: string): string {
  return Date.parse(reached) > Date.parse(known) ? reached : known
}
