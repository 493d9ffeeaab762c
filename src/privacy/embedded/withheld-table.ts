import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Person } from '../../model/person.ts'
import { knownMarksOf, nameMark } from '../marks.ts'
import type { WithheldPeople } from '../privacy.ts'
import { secretOf } from './store.ts'

/** Whether an id or a mark belongs to somebody who was also erased. */
type Erased = boolean

/** Everybody who is withheld, in memory: empty until the first `refresh`. */
export class WithheldTable implements WithheldPeople {
  readonly #secret: Uint8Array
  /** Tells this file from every other. */
  readonly #file: string
  readonly #dataVersion: StatementSync
  readonly #listState: StatementSync
  readonly #suppressions: StatementSync
  readonly #allMarks: StatementSync
  #seenVersion: unknown
  /** As it was before what is in memory was read: a change in between is seen at the next refresh. */
  #seenList = ''
  #ids: ReadonlyMap<string, Erased> = new Map()
  #names: ReadonlySet<string> = new Set()
  #marks: ReadonlyMap<string, Erased> = new Map()

  constructor(store: DatabaseSync) {
    this.#secret = secretOf(store)
    this.#file = hash('sha256', this.#secret, 'base64url')
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

  get version(): string {
    return this.#file + this.#seenList
  }

  has(person: Person): boolean {
    return this.#standing(person) !== undefined
  }

  isErased(person: Person): boolean {
    return this.#standing(person) === true
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
    this.#seenList = JSON.stringify(this.#listState.get())
    const ids = this.#suppressions.all().map(({ id, erased }) => [String(id), erased === 1] as const)
    const marks = this.#allMarks.all()
    this.#ids = new Map(ids)
    this.#names = new Set(marks.map(({ name }) => String(name)))
    this.#marks = new Map(marks.map(({ mark, erased }) => [String(mark), erased === 1]))
  }

  #standing(person: Person): Erased | undefined {
    const byId = this.#ids.get(person.personId)
    if (byId === true || this.#names.size === 0) return byId
    if (!this.#names.has(nameMark(this.#secret, person.name))) return byId
    const standings = knownMarksOf(this.#secret, person).map((mark) => this.#marks.get(mark))
    if (standings.includes(true)) return true
    return byId ?? (standings.includes(false) ? false : undefined)
  }
}
