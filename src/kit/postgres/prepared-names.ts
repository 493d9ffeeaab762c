import type { Connection, PoolClient, Submittable } from 'pg'

/** Maximum number of prepared statements per connection: each search takes the server about 150 kB. */
const MAX_PREPARED = 200

/**
 * The part of a `pg` connection that this module uses. `pg` prepares a statement only if it does not find the
 * statement's name here.
 */
interface KnownStatements {
  readonly parsedStatements: Record<string, string>
}

/** Names that each connection has prepared, the most recently used last. */
const preparedNames = new WeakMap<PoolClient, Set<string>>()

/**
 * Call before each named statement, to limit the number of prepared statements per connection. Above the limit, it
 * closes the least recently used tenth. Without a limit they would accumulate, because every combination of filters is a
 * separate statement.
 */
export async function makeRoomFor(client: PoolClient, name: string): Promise<void> {
  const names = preparedNames.get(client) ?? new Set()
  preparedNames.set(client, names)
  if (!names.delete(name) && names.size >= MAX_PREPARED) await forget(client, names)
  names.add(name)
}

async function forget(client: PoolClient, names: Set<string>): Promise<void> {
  // the types of `pg` lack `connection`
  const { parsedStatements } = (client as unknown as { readonly connection: KnownStatements }).connection
  const oldest = [...names].slice(0, MAX_PREPARED / 10)
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
  /** `pg` calls this when the statements are closed, or when the answer takes too long. */
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
