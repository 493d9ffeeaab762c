import type { Clock } from '../../kit/base/clock.ts'
import type { Statements } from '../../kit/store/statements.ts'
import { readAudit } from './audit-log.ts'
import type { PersonMarks } from './marks.ts'
import type { PeopleStore } from './people-store.ts'
import { marksOfReference, matchingEntries, personIdOf } from './person-reference.ts'
import type { AuditEntry, AuditFilter, PeopleAdmin, PersonReference, Suppression, WithheldPeople } from './privacy.ts'
import { stateOf, type WithheldList } from './withheld-list.ts'

const SUPPRESSIONS = `
  SELECT number, person_id AS "personId", CAST(erased AS int) AS erased, since_ms AS "sinceMs",
    (SELECT count(DISTINCT address) FROM plat.mark WHERE mark.number = suppression.number) AS addresses
  FROM plat.suppression WHERE CAST($1 AS bigint) IS NULL OR number = $1 ORDER BY number`

interface Row extends Omit<Suppression, 'personId' | 'erased'> {
  readonly personId: string | null
  readonly erased: number
}

type Numbered = Pick<Suppression, 'number'>

const BY_ID = 'SELECT number FROM plat.suppression WHERE person_id = $1'
const BY_MARK = `
  SELECT number FROM plat.mark JOIN plat.suppression USING (number)
  WHERE person_id IS NULL AND mark IN ($1, $2) ORDER BY number LIMIT 1`
const INSERT = 'INSERT INTO plat.suppression (person_id, erased, since_ms) VALUES ($1, false, $2) RETURNING number'
const LAST_ADDRESS = 'SELECT coalesce(max(address), 0) AS last FROM plat.mark WHERE number = $1'
const MARK = 'INSERT INTO plat.mark (number, address, name, mark) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'

/** Administers the list of withheld people in a store that running services read too. */
export class StoredPeople implements PeopleAdmin {
  readonly withheld: WithheldPeople
  readonly #store: PeopleStore
  readonly #list: WithheldList
  readonly #clock: Clock

  constructor(store: PeopleStore, list: WithheldList, clock: Clock) {
    this.withheld = list
    this.#store = store
    this.#list = list
    this.#clock = clock
  }

  suppress(whom: PersonReference, erased: boolean): Promise<Suppression> {
    return this.#change(async (within) => {
      const { secret } = await stateOf(this.#store, within)
      const marks = marksOfReference(secret, whom)
      const number = await this.#numberFor(within, personIdOf(whom), marks)
      if (erased) await within.query('UPDATE plat.suppression SET erased = true WHERE number = $1', [number])
      await addMarks(within, number, marks)
      const [entry] = await entriesIn(within, number)
      if (entry === undefined) throw new Error('an entry that was just made is missing')
      return entry
    })
  }

  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]> {
    return this.#change(async (within) => {
      const removed = matchingEntries(await entriesIn(within), numberOrPersonId)
      for (const { number } of removed)
        for (const table of ['mark', 'suppression'])
          await within.query(`DELETE FROM plat.${table} WHERE number = $1`, [number])
      return removed
    })
  }

  list(): Promise<readonly Suppression[]> {
    return entriesIn(this.#store)
  }

  audit(filter: AuditFilter): AsyncIterable<AuditEntry> {
    return readAudit(this.#store, filter)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /**
   * Returns the number of the existing entry for the person, or of a new entry. An entry is for one person id, or for
   * one name with an address.
   */
  async #numberFor(within: Statements, personId: string | null, { at }: PersonMarks): Promise<number> {
    const [present] =
      personId === null
        ? await within.query<Numbered>(BY_MARK, [at[0]?.[0] ?? '', at[0]?.[1] ?? ''])
        : await within.query<Numbered>(BY_ID, [personId])
    if (present !== undefined) return present.number
    const [made] = await within.query<Numbered>(INSERT, [personId, this.#clock.now()])
    if (made === undefined) throw new Error('an entry was not made')
    return made.number
  }

  async #change<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    const result = await this.#store.change(change)
    await this.#list.refresh()
    return result
  }
}

async function addMarks(within: Statements, number: number, { name, at }: PersonMarks): Promise<void> {
  const [address] = await within.query<{ readonly last: number }>(LAST_ADDRESS, [number])
  const first = (address?.last ?? 0) + 1
  for (const [index, marks] of at.entries())
    for (const mark of marks) await within.query(MARK, [number, first + index, name, mark])
}

/** Returns all entries, or only the entry with this number. */
async function entriesIn(statements: Statements, only?: number): Promise<readonly Suppression[]> {
  const rows = await statements.query<Row>(SUPPRESSIONS, [only ?? null])
  return rows.map(({ number, personId, erased, sinceMs, addresses }) => {
    return { number, personId: personId ?? undefined, erased: erased === 1, sinceMs, addresses }
  })
}
