import type { PoolClient } from 'pg'

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
  for (const name of oldest) names.delete(name)
  const prepared = oldest.filter((name) => parsedStatements[name] !== undefined) // one that failed to parse is not there
  for (const name of prepared) delete parsedStatements[name]
  if (prepared.length > 0) await client.query(prepared.map((name) => `DEALLOCATE "${name}"`).join(';'))
}
