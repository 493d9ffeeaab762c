import type { JsonObject } from '../ingest/record-source.ts'
import type { SyncConfig } from './config.ts'
import type { Follower } from './follower.ts'
import { markName } from './mark.ts'
import { textIn } from './odata.ts'
import { JOINED, JOINED_NAMES } from './resources.ts'
import type { ResoServer } from './server.ts'
import type { SyncStore } from './store.ts'

const RESOURCE = 'EntityEvent'
const SEQUENCE = 'EntityEventSequence'
const ASKING = { path: RESOURCE, top: 1000, ordered: true }

/** A server's numbered list of what changed: it also tells what is gone. */
export class EntityEvents {
  readonly #server: ResoServer
  readonly #store: SyncStore
  readonly #config: SyncConfig

  constructor(server: ResoServer, store: SyncStore, config: SyncConfig) {
    this.#server = server
    this.#store = store
    this.#config = config
  }

  get #name(): string {
    return markName(this.#config.source, RESOURCE)
  }

  /** The last number that was followed; undefined before the first turn. */
  get followed(): string | undefined {
    return this.#store.notes(this.#name).get(this.#name)
  }

  /** The last number that the server has given. */
  async newest(): Promise<string> {
    const { records } = await this.#server.page({ ...ASKING, top: 1 }, { orderby: `${SEQUENCE} desc` })
    const [last] = records
    return last === undefined ? '0' : textIn(last, SEQUENCE)
  }

  keep(sequence: string): void {
    this.#store.keepNotes(new Map([[this.#name, sequence]]))
  }

  /** Reads again what changed behind a number, and keeps the number of the last change once all of it is stored. */
  async follow(followers: readonly Follower[], sequence: string): Promise<void> {
    let last = sequence
    for (;;) {
      const filter = `${SEQUENCE} gt ${last}`
      const { records } = await this.#server.page(ASKING, { filter, orderby: SEQUENCE })
      const reached = records.map((record) => textIn(record, SEQUENCE)).filter((text) => isAfter(text, last))
      if (reached.length === 0) return
      for (const follower of followers) await follower.refresh(await this.#keysOf(follower, records))
      last = reached.reduce((a, b) => (isAfter(b, a) ? b : a))
      this.keep(last)
    }
  }

  /** The rows of a resource to which something happened, itself or to what belongs to them. */
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

/** Numbers of up to 64 bits. */
function isAfter(text: string, other: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) > BigInt(other)
}
