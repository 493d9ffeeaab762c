import type { DatabaseSync } from 'node:sqlite'
import type { Noun } from '../nouns.ts'
import { recordIn } from './records.ts'

/** A stored record and the source that it came from. */
export interface Sourced {
  readonly id: number | string
  /** Absent where the record does not say. */
  readonly source: string | undefined
}

/** Where records have their source: behind the id, which is the first key. A name of a source needs no escapes. */
const SOURCE = /^\{"\w+":(?:\d+|"(?:[^"\\]|\\.)*"),"source":"([^"\\]*)"/

/** Every record of a noun, as its beginning describes it: parsing a home would take fifty times as long. */
export function* eachSourced(database: DatabaseSync, noun: Noun): Generator<Sourced> {
  for (const row of database.prepare(`SELECT id, record, sum FROM ${noun} ORDER BY id`).iterate()) {
    const json = recordIn(noun, row)
    yield { id: row.id as number | string, source: sourceIn(json) } // as the schema says
  }
}

function sourceIn(json: string): string | undefined {
  const told = SOURCE.exec(json)?.[1]
  if (told !== undefined) return told
  const { source } = JSON.parse(json) as { source?: string } // records of some nouns may have none
  return source
}
