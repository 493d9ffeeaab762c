import type { DatabaseSync } from 'node:sqlite'
import type { Noun } from '../ports/nouns.ts'
import { SourceHomeReader } from './source-homes.ts'

/** The id of a record, and its source. */
interface Sourced {
  readonly id: number | string
  /** Absent if the record has no source. */
  readonly source: string | undefined
}

/**
 * Yields the id and source of each record of a noun as its sources gave it. A merged home yields each of its source
 * records.
 */
export function* eachSourced(database: DatabaseSync, noun: Noun, stored: Iterable<string>): Generator<Sourced> {
  const reader = noun === 'home' ? new SourceHomeReader(database) : undefined
  const homes = reader?.homes() ?? []
  const several = new Set<number | string>(homes)
  for (const json of stored) {
    const source = sourcedIn(json)
    if (!several.has(source.id)) yield source
  }
  for (const home of homes)
    for (const { record } of reader?.of(home) ?? []) yield { id: record.zpid, source: record.source }
}

/** A record starts with its id, followed by its source. Names of sources contain no characters that need escapes. */
const START = /^\{"\w+":(\d+|"(?:[^"\\]|\\.)*")(?:,"source":"([^"\\]*)")?/

/** Reads the id and the source from the start of a stored record. Parsing a home would take fifty times as long. */
function sourcedIn(json: string): Sourced {
  const [, id, sourceText] = START.exec(json) ?? []
  if (id === undefined) throw new Error(`a record does not begin with its id: ${json.slice(0, 40)}`)
  const source = sourceText ?? (JSON.parse(json) as { source?: string }).source // records of some nouns may have none
  return { id: JSON.parse(id) as number | string, source } // a number or a string, by the expression
}
