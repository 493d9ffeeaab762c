import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { WithheldList } from '../withheld-list.ts'
import { secretOf } from './store.ts'

/** Keeps a list in memory as the file has it: empty until the first `refresh`. */
export class WithheldTable {
  readonly list: WithheldList
  readonly #dataVersion: StatementSync
  readonly #listState: StatementSync
  readonly #suppressions: StatementSync
  readonly #allMarks: StatementSync
  #seenVersion: unknown
  #seenList = ''

  constructor(store: DatabaseSync) {
    this.list = new WithheldList(secretOf(store))
    this.#dataVersion = store.prepare('PRAGMA data_version')
    // Every change of the list changes one of these; entries of the audit log, of which there are many more, none
    this.#listState = store.prepare(`
      SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'suppression') AS last,
        (SELECT count(*) FROM suppression) AS entries, (SELECT sum(erased) FROM suppression) AS erased,
        (SELECT count(*) FROM mark) AS marks`)
    this.#suppressions = store.prepare('SELECT person_id AS id, erased FROM suppression WHERE person_id IS NOT NULL')
    this.#allMarks = store.prepare(
      'SELECT name, mark, max(erased) AS erased FROM mark JOIN suppression USING (number) GROUP BY name, mark',
    )
  }

  /** Takes over what other connections changed since the last time. */
  refresh(): void {
    const version = this.#dataVersion.get()?.data_version
    if (version === this.#seenVersion) return
    if (JSON.stringify(this.#listState.get()) !== this.#seenList) this.reload()
    this.#seenVersion = version
  }

  /** Reads everything anew, after a change through this connection too. */
  reload(): void {
    // The state is read before the list, so that a change in between is seen at the next refresh.
    this.#seenList = JSON.stringify(this.#listState.get())
    const ids = this.#suppressions.all().map(({ id, erased }) => ({ id: String(id), erased: erased === 1 }))
    const marks = this.#allMarks.all().map(({ name, mark, erased }) => {
      return { name: String(name), mark: String(mark), erased: erased === 1 }
    })
    this.list.take(this.#seenList, ids, marks)
  }
}
