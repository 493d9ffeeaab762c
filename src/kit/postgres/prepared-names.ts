import type { Connection, PoolClient, Submittable } from 'pg'

/** Maximum number of prepared statements per connection: each search takes the server about 100 kB. */
const MAX_PREPARED = 200

/**
 * The part of a connection of `pg` that is used here. `pg` prepares a statement unless it finds the statement's name
 * here.
 */
interface KnownStatements {
  readonly parsedStatements: Record<string, string>
}

/** Names that each connection has prepared, the most recently used last. */
const preparedNames = new WeakMap<PoolClient, Set<string>>()

/**
 * Must be called before each named statement. Every combination of filters is a separate statement, so a connection
 * would accumulate statements without limit. If there are too many, the least recently used half is closed.
 */
export async function makeRoomFor(client: PoolClient, name: string): Promise<void> {
  const names = preparedNames.get(client) ?? new Set()
  preparedNames.set(client, names)
  if (!names.delete(name) && names.size >= MAX_PREPARED) await forget(client, names)
  names.add(name)
}

async function forget(client: PoolClient, names: Set<string>): Promise<void> {
  // its types lack `connection`
  const { parsedStatements } = (client as unknown as { readonly connection: KnownStatements }).connection
  const oldest = [...names].slice(0, MAX_PREPARED / 2)
  for (const name of oldest) {
    names.delete(name)
    delete parsedStatements[name]
  }
  await new Promise<void>((done, failed) => {
    client.query(new Closing(oldest, (error) => (error ? failed(error) : done())))
  })
}

/**
 * Closes statements by protocol messages. A pooler renames statements, so `DEALLOCATE` would send the server wrong
 * names.
 */
class Closing implements Submittable {
  readonly #names: readonly string[]
  /** The callback that `pg` calls, also if the answer takes too long. */
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
