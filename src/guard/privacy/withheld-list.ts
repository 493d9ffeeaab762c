import { hash } from 'node:crypto'
import type { Statements } from '../../kit/store/statements.ts'
import { keyedZpid } from '../../model/identity.ts'
import type { Person } from '../../model/person.ts'
import { knownMarksOf, nameMark } from './marks.ts'
import type { PeopleStore } from './people-store.ts'
import type { WithheldPeople } from './privacy.ts'

/** Whether the person with an id or a hash was erased. */
type Erased = boolean

/** Returns the secret of the hashes, and a string that identifies the current state of the list. */
export async function stateOf({ state }: Pick<PeopleStore, 'state'>, within: Statements) {
  const [row] = await within.query<{ readonly secret: Uint8Array; readonly change: string }>(state)
  if (row === undefined) throw new Error('the list of hidden people has no secret')
  return row
}

interface Row {
  readonly personId: string | null
  readonly erased: number
  readonly name: string | null
  readonly mark: string | null
}

/** Erased people come last, so that they win if several people share a hash. */
const ALL = `
  SELECT person_id AS "personId", CAST(erased AS int) AS erased, name, mark
  FROM plat.suppression LEFT JOIN plat.mark USING (number) ORDER BY erased`

/** All people who are withheld from answers, in memory as of the last `refresh`. */
export class WithheldList implements WithheldPeople {
  readonly #store: PeopleStore
  #secret: Uint8Array = new Uint8Array()
  #change = ''
  /** Begins with a hash of the secret, so that versions differ between installations. */
  #version = ''
  #ids: ReadonlyMap<string | null, Erased> = new Map()
  #names: ReadonlySet<string> = new Set()
  #marks: ReadonlyMap<string | null, Erased> = new Map()
  #refreshed: Promise<void> = Promise.resolve()

  private constructor(store: PeopleStore) {
    this.#store = store
  }

  static async open(store: PeopleStore): Promise<WithheldList> {
    const list = new WithheldList(store)
    await list.refresh()
    return list
  }

  get version(): string {
    return this.#version
  }

  /** Reads changes since the last refresh. Concurrent calls run one after another. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshed.then(() => this.#refresh())
    this.#refreshed = refreshed.catch(() => {}) // only the caller handles the error
    return refreshed
  }

  async #refresh(): Promise<void> {
    // Reads the state before the list, so that the next refresh notices a change in between.
    const { secret, change } = await stateOf(this.#store, this.#store)
    if (change === this.#change) return
    const rows = await this.#store.query<Row>(ALL)
    this.#secret = secret
    this.#change = change
    this.#version = hash('sha256', secret, 'base64url') + change
    this.#ids = new Map(rows.map(({ personId, erased }) => [personId, erased === 1]))
    this.#names = new Set(rows.flatMap(({ name }) => name ?? []))
    this.#marks = new Map(rows.map(({ mark, erased }) => [mark, erased === 1]))
  }

  has(person: Person): boolean {
    return this.#standing(person) !== undefined
  }

  mayHave(personId: string, name: string): boolean {
    return this.#ids.has(personId) || (this.#names.size > 0 && this.#names.has(nameMark(this.#secret, name)))
  }

  homeId(source: string, sourceKey: string): number {
    return keyedZpid(this.#secret, source, sourceKey)
  }

  isErased(person: Person): boolean {
    return this.#standing(person) === true
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
