import type { PoolClient } from 'pg'

/** On a replica, LISTEN is impossible. Behind a pooler, notifications do not reach the pooler's clients. */
const WHERE = 'SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS "isReplica"'

/** A client with the process number that the server reported for its connection. The types of `pg` lack this number. */
type Numbered = PoolClient & { readonly processID: number }

/**
 * Changes that are announced with NOTIFY on a channel. Every open connection of the pool listens, so no additional
 * connection is needed.
 */
export class Announcements {
  readonly #channel: string
  readonly #prepared = new WeakSet<PoolClient>()
  #listening = 0
  /** Called when a change was announced, and when an announcement may have been missed. */
  onChange: () => void = () => {}

  constructor(channel: string) {
    this.#channel = channel
  }

  /** False if no connection would receive an announcement. The caller must then poll for changes. */
  get areReceived(): boolean {
    return this.#listening > 0
  }

  /** Makes a connection listen, unless it already does or cannot. */
  async listenOn(client: PoolClient): Promise<void> {
    if (this.#prepared.has(client)) return
    this.#prepared.add(client)
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
