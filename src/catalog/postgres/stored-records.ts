import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { Recent } from '../../kit/base/recent.ts'
import { type IdOf, type Noun, NUMBERED, type Records } from '../ports/nouns.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import { Session } from './session.ts'
import { aboutOf } from './tables/commits.ts'
import { eachRow } from './write/rows.ts'
import { UNHURRIED } from './write/writer-lock.ts'

/** Number of recently read records to cache, since many homes name the same agents. */
const HELD_MAX = 4096

/**
 * Opens the records of a database in their current state, which a read-only transaction preserves until `close`. Reads
 * block the calling thread. `name`: the database's name in error messages.
 */
export function openStoredRecords(url: string, name: string, signal?: AbortSignal): StoredRecords {
  const session = new Session(url, signal)
  try {
    session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    session.query(UNHURRIED)
    const meta = new Map(
      session.query('SELECT name, value FROM catalog.meta').map((row) => [String(row.name), String(row.value)]),
    )
    if (!meta.has('catalogId'))
      throw new CommandFault(
        `There is no catalog in ${name}: make one with ./plat sample or ./plat import.`,
        EXIT.noInput,
      )
    const cache = new Recent<string, string | undefined>(2 * HELD_MAX)
    const expect = <N extends Noun>(noun: N, ids: Iterable<IdOf<N>>) => {
      const wanted = [...ids].filter((id) => !cache.has(keyOf(noun, id)))
      if (wanted.length === 0) return
      for (const id of wanted) cache.set(keyOf(noun, id), undefined)
      const type = (NUMBERED as readonly Noun[]).includes(noun) ? 'int8' : 'text'
      const text = `SELECT id, record FROM catalog.${noun} WHERE id = ANY($1::${type}[])`
      for (const { id, record } of session.query(text, [wanted])) cache.set(keyOf(noun, id), String(record))
    }
    return {
      about: aboutOf(meta),
      *each<N extends Noun>(noun: N): Generator<Records[N]> {
        for (const { record } of eachRow(session, noun)) yield JSON.parse(String(record))
      },
      get(noun, id) {
        if (!cache.has(keyOf(noun, id))) expect(noun, [id])
        const json = cache.get(keyOf(noun, id))
        return json === undefined ? undefined : JSON.parse(json)
      },
      expect,
      close: () => session.end(),
    }
  } catch (error) {
    session.end()
    throw error
  }
}

function keyOf(noun: Noun, id: unknown): string {
  return `${noun} ${String(id)}`
}
