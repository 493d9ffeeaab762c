import type { Session } from '../session.ts'

/** Row of the table `meta`: when the last commit was made, by the server's clock, in milliseconds since 1970. */
export const CHANGED_MS = 'changedMs'

/** The rows of the table `meta`, which describe the catalog as a whole, within the writer's transaction. */
export class WriterMeta {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  get(name: string): string | undefined {
    const [row] = this.#session.query('SELECT value FROM catalog.meta WHERE name = $1', [name])
    return row === undefined ? undefined : String(row.value)
  }

  set(name: string, value: string): void {
    const text = 'INSERT INTO catalog.meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
    this.#session.query(text, [name, value])
  }

  /** Stores the current time as the time of the last commit. */
  setChanged(): void {
    const [row] = this.#session.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now')
    this.set(CHANGED_MS, String(row?.now))
  }

  remove(name: string): void {
    this.#session.query('DELETE FROM catalog.meta WHERE name = $1', [name])
  }
}
