import type { Connection, PoolClient, Submittable } from 'pg'

/** Statements that a connection keeps prepared: one of a search takes the server about 100 kB. */
const MAX_PREPARED = 200

/** The used part of a connection of `pg`, which prepares a statement under its name unless it finds it here. */
interface KnownStatements {
  readonly parsedStatements: Record<string, string>
}

/** Names that each connection has prepared, those used last at the end. */
const known = new WeakMap<PoolClient, Set<string>>()

/**
 * To be called before each named statement. Every combination of filters is a statement of its own, so a connection
 * would come to hold any number of them: those that were not used for longest are forgotten, half of them at a time.
 */
export async function makeRoomFor(client: PoolClient, name: string): Promise<void> {
  const names = known.get(client) ?? new Set()
  known.set(client, names)
  if (!names.delete(name) && names.size >= MAX_PREPARED) await forget(client, names)
  names.add(name)
}

async function forget(client: PoolClient, names: Set<string>): Promise<void> {
  const { parsedStatements } = (client as unknown as { readonly connection: KnownStatements }).connection // not in its types
  const oldest = [...names].slice(0, MAX_PREPARED / 2)
  for (const name of oldest) {
    names.delete(name)
    delete parsedStatements[name]
  }
  await new Promise<void>((done, failed) => {
    client.query(new Closing(oldest, (error) => (error ? failed(error) : done())))
  })
}

/** Closes statements by messages: a pooler calls them by other names than `DEALLOCATE` would tell the server. */
class Closing implements Submittable {
  readonly #names: readonly string[]
  /** As `pg` calls it, also where the answer takes too long. */
  callback: (error?: Error | null) => void

  constructor(names: readonly string[], callback: (error?: Error | null) => void) {
    this.#names = names
    this.callback = callback
  }

  submit(connection: Connection): void {
    for (const name of this.#names) connection.close({ type: 'S', name }, true)
    connection.sync()
  }

  handleReadyForQuery(): void {
    this.callback()
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
