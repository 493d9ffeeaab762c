import type { DatabaseSync } from 'node:sqlite'
import { experienceKeyOf } from '../../../model/experience-columns.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { RecordId } from '../../ports/nouns.ts'
import { RecordReader } from '../records.ts'
import type { ThreadedDerivation } from './threaded-derivation.ts'

/** Derives data from the records with these keys. Reads the agents and offices that a home names before the home. */
export function takeRecords(
  database: DatabaseSync,
  noun: SearchedNoun,
  keys: ReadonlySet<number>,
  derivation: ThreadedDerivation,
): void {
  const records = new RecordReader(database, noun)
  const people = new PeopleOfHomes(database, derivation)
  for (const id of idsOf(database, noun, keys)) {
    const json = records.json(id)
    if (json === undefined) continue // undefined if the record was removed
    if (noun === 'home') people.takeOf(json) // first, since the home's search result names them
    derivation.take(noun, json)
  }
  derivation.end()
}

/** Ids of the records with these keys, in ascending order. */
function idsOf(database: DatabaseSync, noun: SearchedNoun, keys: ReadonlySet<number>): Iterable<RecordId> {
  if (noun !== 'experience') return Float64Array.from(keys).sort()
  const ids = database.prepare('SELECT id FROM experience ORDER BY id').all()
  return ids.map(({ id }) => String(id)).filter((id) => keys.has(keyOf(noun, id)))
}

export function keyOf(noun: SearchedNoun, id: RecordId): number {
  return noun === 'experience' ? experienceKeyOf({ experienceId: String(id) }) : Number(id)
}

/** Reads the agents and offices that homes name, each of them only once. */
class PeopleOfHomes {
  readonly #agents: RecordReader
  readonly #offices: RecordReader
  readonly #derivation: ThreadedDerivation
  readonly #taken = new Set<string>()

  constructor(database: DatabaseSync, derivation: ThreadedDerivation) {
    this.#agents = new RecordReader(database, 'agent')
    this.#offices = new RecordReader(database, 'office')
    this.#derivation = derivation
  }

  takeOf(home: string): void {
    const agent = this.#take('agent', textOf(home, LIST_AGENT))
    if (agent !== undefined) this.#take('office', textOf(agent, OFFICE))
  }

  /** Returns the record on the first call for an id, and undefined on later calls. */
  #take(noun: 'agent' | 'office', id: string | undefined): string | undefined {
    if (id === undefined || this.#taken.has(`${noun} ${id}`)) return undefined
    this.#taken.add(`${noun} ${id}`)
    const json = (noun === 'agent' ? this.#agents : this.#offices).json(id)
    if (json !== undefined) this.#derivation.take(noun, json)
    return json
  }
}

/** Matches only keys of the JSON, since quotes inside strings are escaped. */
const LIST_AGENT = /"listAgentId":("(?:[^"\\]|\\.)*")/
const OFFICE = /"officeId":("(?:[^"\\]|\\.)*")/

function textOf(json: string, key: RegExp): string | undefined {
  const id = key.exec(json)?.[1]
  return id === undefined ? undefined : JSON.parse(id)
}
