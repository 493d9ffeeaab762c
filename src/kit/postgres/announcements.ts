import type { PoolClient } from 'pg'

/** A server that is a replica cannot listen, and what announces to a pooler's connection does not reach its client. */
const WHERE = 'SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS "isReplica"'

/** The number that the server gave the connection as it began; the types of `pg` leave it out. */
type Numbered = PoolClient & { readonly processID: number }

/**
 * Changes that are announced with NOTIFY on a channel. Every connection of a pool listens as long as it is open, so no
 * connection is needed beside those that ask.
 */
export class Announcements {
  readonly #channel: string
  readonly #asked = new WeakSet<PoolClient>()
  #listening = 0
  /** Called when something was announced, and when something may have been missed. */
  onChange: () => void = () => {}

  constructor(channel: string) {
    this.#channel = channel
  }

  /** False while no connection would hear an announcement: changes have to be looked for. */
  get areHeard(): boolean {
    return this.#listening > 0
  }

  /** Has a connection listen, unless it was asked to before. */
  async listenOn(client: PoolClient): Promise<void> {
    if (this.#asked.has(client)) return
    this.#asked.add(client)
    const [server] = (await client.query<{ pid: number; isReplica: boolean }>(WHERE)).rows
    if (server === undefined || server.isReplica || server.pid !== (client as Numbered).processID) return
    client.on('notification', () => this.onChange())
    client.once('end', () => {
      this.#listening--
      if (this.#listening === 0) this.onChange()
    })
    await client.query(`LISTEN ${this.#channel}`)
    this.#listening++
    if (this.#listening === 1) this.onChange()
  }
}
