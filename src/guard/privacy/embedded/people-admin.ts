import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import { inTransaction } from '../../../kit/store/store-folder.ts'
import type { PersonMarks } from '../marks.ts'
import type { AuditEntry, AuditFilter, PeopleAdmin, Suppression, Whom, WithheldPeople } from '../privacy.ts'
import { entriesMeant, marksOfWhom, personIdOf } from '../whom.ts'
import { readAudit } from './audit-log.ts'
import { guardedPeople, secretOf } from './store.ts'
import { WithheldTable } from './withheld-table.ts'

const SUPPRESSIONS = `
  SELECT number, person_id AS personId, erased, since_ms AS sinceMs,
    (SELECT count(DISTINCT address) FROM mark WHERE mark.number = suppression.number) AS addresses
  FROM suppression`

interface Row {
  readonly number: number
  readonly personId: string | null
  readonly erased: number
  readonly sinceMs: number
  readonly addresses: number
}

/** The suppression list in the SQLite file that a running service reads as well. */
export class EmbeddedPeopleAdmin implements PeopleAdmin {
  readonly #table: WithheldTable
  readonly #store: DatabaseSync
  readonly #path: string
  readonly #clock: Clock

  constructor(store: DatabaseSync, path: string, clock: Clock) {
    this.#store = store
    this.#path = path
    this.#clock = clock
    this.#table = new WithheldTable(store)
    this.#table.reload()
  }

  get withheld(): WithheldPeople {
    return this.#table.list
  }

  async suppress(whom: Whom, erased: boolean): Promise<Suppression> {
    const marks = marksOfWhom(secretOf(this.#store), whom)
    return this.#change(() => {
      const number = this.#numberFor(personIdOf(whom), marks)
      if (erased) this.#store.prepare('UPDATE suppression SET erased = 1 WHERE number = ?').run(number)
      this.#addMarks(number, marks)
      return this.#one(number)
    })
  }

  async unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]> {
    return this.#change(() => {
      const gone = entriesMeant(this.#all(), numberOrPersonId)
      for (const { number } of gone) {
        this.#store.prepare('DELETE FROM mark WHERE number = ?').run(number)
        this.#store.prepare('DELETE FROM suppression WHERE number = ?').run(number)
      }
      return gone
    })
  }

  async list(): Promise<readonly Suppression[]> {
    return guardedPeople(this.#path, () => this.#all())
  }

  async *audit(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    yield* readAudit(this.#store, filter)
  }

  async close(): Promise<void> {
    if (this.#store.isOpen) this.#store.close()
  }

  #all(): readonly Suppression[] {
    const rows = this.#store.prepare(`${SUPPRESSIONS} ORDER BY number`).all()
    return rows.map((row) => shown(row as unknown as Row)) // the columns of SUPPRESSIONS, of a STRICT table
  }

  /** The entry that there is, or a new one: a person has one entry, and so has a name at an address. */
  #numberFor(personId: string | null, marks: PersonMarks): number {
    const present =
      personId === null
        ? this.#store
            .prepare(
              'SELECT number FROM mark JOIN suppression USING (number) WHERE person_id IS NULL AND mark IN (?, ?) LIMIT 1',
            )
            .get(marks.at[0]?.[0] ?? '', marks.at[0]?.[1] ?? '')
        : this.#store.prepare('SELECT number FROM suppression WHERE person_id = ?').get(personId)
    if (present !== undefined) return Number(present.number)
    const insert = this.#store.prepare('INSERT INTO suppression (person_id, erased, since_ms) VALUES (?, 0, ?)')
    return Number(insert.run(personId, this.#clock.now()).lastInsertRowid)
  }

  #addMarks(number: number, { name, at }: PersonMarks): void {
    const insert = this.#store.prepare('INSERT OR IGNORE INTO mark (number, address, name, mark) VALUES (?, ?, ?, ?)')
    const last = this.#store.prepare('SELECT coalesce(max(address), 0) AS address FROM mark WHERE number = ?')
    const first = Number(last.get(number)?.address) + 1
    at.forEach((marks, index) => {
      for (const mark of marks) insert.run(number, first + index, name, mark)
    })
  }

  #one(number: number): Suppression {
    return shown(this.#store.prepare(`${SUPPRESSIONS} WHERE number = ?`).get(number) as unknown as Row) // as in `#all`
  }

  #change<T>(action: () => T): T {
    const result = guardedPeople(this.#path, () => inTransaction(this.#store, action))
    this.#table.reload()
    return result
  }
}

function shown({ number, personId, erased, sinceMs, addresses }: Row): Suppression {
  return { number, personId: personId ?? undefined, erased: erased === 1, sinceMs, addresses }
}
