import type { Connection } from '../../../kit/postgres/database.ts'
import type { Session } from '../session.ts'

/**
 * A small value that every service keeps in memory. A kind says under which name the value is stored, and how to read
 * its bytes.
 */
export interface BlobKind<T> {
  readonly name: string
  /** @param bytes Undefined if no value is stored. */
  read(bytes: Uint8Array | undefined): T
}

/** Stores bytes in the writer's transaction. Services read the value again only if the bytes have changed. */
export function storeBlob(session: Session, { name }: Pick<BlobKind<unknown>, 'name'>, bytes: Uint8Array): void {
  session.query(
    `INSERT INTO catalog.blob AS kept (name, bytes) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes WHERE kept.bytes <> excluded.bytes`,
    [name, bytes],
  )
}

export function storedBlob(session: Session, { name }: Pick<BlobKind<unknown>, 'name'>): Uint8Array | undefined {
  const [row] = session.query('SELECT bytes FROM catalog.blob WHERE name = $1', [name])
  return row === undefined ? undefined : (row.bytes as Uint8Array) // the column contains bytes
}

interface HeldBlob {
  /** Undefined if no value is stored. */
  readonly sum: string | undefined
  readonly value: unknown
}

/** The values that a service has read from the blobs of one committed state. */
export class HeldBlobs {
  readonly #blobs: ReadonlyMap<string, HeldBlob>

  private constructor(blobs: ReadonlyMap<string, HeldBlob>) {
    this.#blobs = blobs
  }

  /** Reads the values within a transaction. Values that have not changed since `before` are not read again. */
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
      const blob = before === undefined ? undefined : before.#blobs.get(name)
      return blob?.sum === sums.get(name) ? blob : undefined
    }
    const wanted = names.filter((name) => sums.has(name) && unchanged(name) === undefined)
    const rows =
      wanted.length === 0 ? [] : await connection.query<Row>({ name: 'blobs', text: BLOBS, values: [wanted] })
    const bytes = new Map(rows.map((row) => [row.name, row.bytes]))
    const entries = kinds.map(({ name, read }): [string, HeldBlob] => [
      name,
      unchanged(name) ?? { sum: sums.get(name), value: read(bytes.get(name)) },
    ])
    return new HeldBlobs(new Map(entries))
  }

  get<T>(kind: BlobKind<T>): T {
    const blob = this.#blobs.get(kind.name)
    if (blob === undefined) throw new Error(`the blob ${kind.name} was not read`)
    return blob.value as T // the same kind read this value
  }
}

interface Row {
  readonly name: string
  readonly bytes: Uint8Array
}

const SUMS = `SELECT name, encode(sum, 'hex') AS sum FROM catalog.blob WHERE name = ANY($1)`

const BLOBS = 'SELECT name, bytes FROM catalog.blob WHERE name = ANY($1)'
