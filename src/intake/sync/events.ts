import type { JsonObject } from '../ingest/record-source.ts'
import { Refused } from './answer-body.ts'
import type { SyncConfig } from './config.ts'
import type { Follower } from './follower.ts'
import { type Page, type Query, textIn } from './odata.ts'
import { JOINED, JOINED_NAMES } from './resources.ts'
import { type ResoServer, refusal } from './server.ts'

const RESOURCE = 'EntityEvent'
const SEQUENCE = 'EntityEventSequence'
const ASKING = { path: RESOURCE, top: 1000, ordered: true }

/** Runs `work`. Returns whether the server's answers were correct. */
export type Attempt = (follower: Follower, work: () => Promise<void>) => Promise<boolean>

/** A server's numbered list of changes, including deletions. */
export class EntityEvents {
  readonly #server: ResoServer
  readonly #config: SyncConfig

  constructor(server: ResoServer, config: SyncConfig) {
    this.#server = server
    this.#config = config
  }

  /** Returns the highest number on the server. */
  async newest(): Promise<string> {
    const { records } = await this.#page({ orderby: `${SEQUENCE} desc`, top: 1 })
    const [last] = records
    return last === undefined ? '0' : textIn(last, SEQUENCE)
  }

  /**
   * Each follower reads the rows that changed after its last number. A follower that fails keeps its number, and other
   * followers continue. Numbers are stored in the same transaction as the rows.
   */
  async follow(followers: readonly Follower[], attempt: Attempt): Promise<void> {
    const left = new Set(followers)
    while (left.size > 0) {
      const last = [...left].map(sequenceOf).reduce((a, b) => (isAfter(a, b) ? b : a))
      const { records } = await this.#page({ filter: `${SEQUENCE} gt ${last}`, orderby: SEQUENCE })
      const reached = records.map((record) => textIn(record, SEQUENCE)).filter((text) => isAfter(text, last))
      if (reached.length === 0) return
      const sequence = reached.reduce((a, b) => (isAfter(b, a) ? b : a))
      for (const follower of left) {
        const isDone = await attempt(follower, () => this.#refresh(follower, records, sequence))
        if (!isDone) left.delete(follower)
      }
    }
  }

  async #refresh(follower: Follower, records: readonly JsonObject[], reached: string): Promise<void> {
    const since = sequenceOf(follower)
    if (!isAfter(reached, since)) return
    const behind = records.filter((record) => isAfter(textIn(record, SEQUENCE), since))
    await follower.refresh(await this.#keysOf(follower, behind), { sequence: reached })
  }

  async #page(query: Query): Promise<Page> {
    try {
      return await this.#server.page(ASKING, query)
    } catch (error) {
      throw error instanceof Refused ? refusal(RESOURCE, error) : error
    }
  }

  /** Returns the keys of changed rows, and of rows with a changed part. */
  async #keysOf({ resource }: Follower, records: readonly JsonObject[]): Promise<ReadonlySet<string>> {
    const keysOf = (name: string) => {
      const own = records.filter((record) => textIn(record, 'ResourceName') === name)
      return [...new Set(own.map((record) => textIn(record, 'ResourceRecordKey')))].filter((text) => text !== '')
    }
    const keys = new Set(keysOf(resource.name))
    for (const name of JOINED_NAMES) {
      const joined = this.#config.joined.find((one) => one.name === name)
      const { key, owner, of } = JOINED[name]
      if (joined === undefined || !of.some((one) => one === resource.name)) continue
      for await (const page of this.#server.withAny(joined, key, key, keysOf(name))) {
        for (const record of page.records) keys.add(textIn(record, owner))
      }
    }
    keys.delete('')
    return keys
  }
}

function sequenceOf({ mark }: Follower): string {
  return mark.sequence ?? '0'
}

/** Compares numbers of up to 64 bits, written as strings. */
function isAfter(text: string, other: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) > BigInt(other)
}
