import type { Connection } from '../../../kit/postgres/database.ts'
import type { Session } from '../session.ts'

/** Something small that every node holds in memory: what it is stored as, and what a node makes of that. */
export interface BlobKind<T> {
  readonly name: string
  /** `bytes`: undefined where nothing was stored yet. */
  read(bytes: Uint8Array | undefined): T
}

/** Stores bytes in the writer's transaction; bytes that are stored already make no node read them again. */
export function storeBlob(session: Session, { name }: Pick<BlobKind<unknown>, 'name'>, bytes: Uint8Array): void {
  session.query(
    `INSERT INTO catalog.blob AS kept (name, bytes) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes WHERE kept.bytes <> excluded.bytes`,
    [name, bytes],
  )
}

export function storedBlob(session: Session, { name }: Pick<BlobKind<unknown>, 'name'>): Uint8Array | undefined {
  const [row] = session.query('SELECT bytes FROM catalog.blob WHERE name = $1', [name])
  return row === undefined ? undefined : (row.bytes as Uint8Array) // a column of bytes
}

interface Held {
  /** undefined: nothing is stored. */
  readonly sum: string | undefined
  readonly value: unknown
}

/** The values that a node made of the blobs of one committed state. */
export class HeldBlobs {
  readonly #held: ReadonlyMap<string, Held>

  private constructor(held: ReadonlyMap<string, Held>) {
    this.#held = held
  }

  /** Reads within a transaction. What is as it was in `before` is neither sent nor made again. */
  static async read(
    connection: Connection,
    kinds: readonly BlobKind<unknown>[],
    before?: HeldBlobs,
  ): Promise<HeldBlobs> {
    const names = kinds.map(({ name }) => name)
    const sumRows = await connection.query<{ name: string; sum: string }>({
      name: 'blob-sums',
      text: SUMS,
      values: [names],
    })
    const sums = new Map(sumRows.map(({ name, sum }) => [name, sum]))
    const unchanged = (name: string) => {
      const held = before === undefined ? undefined : before.#held.get(name)
      return held?.sum === sums.get(name) ? held : undefined
    }
    const wanted = names.filter((name) => sums.has(name) && unchanged(name) === undefined)
    const rows =
      wanted.length === 0 ? [] : await connection.query<Row>({ name: 'blobs', text: BLOBS, values: [wanted] })
    const bytes = new Map(rows.map((row) => [row.name, row.bytes]))
    const entries = kinds.map(({ name, read }): [string, Held] => [
      name,
      unchanged(name) ?? { sum: sums.get(name), value: read(bytes.get(name)) },
    ])
    return new HeldBlobs(new Map(entries))
  }

  get<T>(kind: BlobKind<T>): T {
    const held = this.#held.get(kind.name)
    if (held === undefined) throw new Error(`nobody read the blob ${kind.name}`)
    return held.value as T // made by this kind
  }
}

interface Row {
  readonly name: string
  readonly bytes: Uint8Array
}

const SUMS = `SELECT name, encode(sum, 'hex') AS sum FROM catalog.blob WHERE name = ANY($1)`

const BLOBS = 'SELECT name, bytes FROM catalog.blob WHERE name = ANY($1)'
