import type { DatabaseSync } from 'node:sqlite'
import type { Noun } from '../ports/nouns.ts'
import { SourceHomeReader } from './source-homes.ts'

/** The id and the source of a record. */
interface Sourced {
  readonly id: number | string
  /** Undefined if the record has no source. */
  readonly source: string | undefined
}

/**
 * Yields the id and source of each record of a type, as its source gave it. For a home that was merged from several
 * records, yields each of these records.
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

/**
 * The start of a stored record: its id, then its source if it has one. Names of sources contain no characters that JSON
 * escapes.
 */
const START = /^\{"\w+":(\d+|"(?:[^"\\]|\\.)*")(?:,"source":"([^"\\]*)")?/

/**
 * Reads the id and the source from the start of a stored record, because parsing a whole home takes fifty times as
 * long.
 */
function sourcedIn(json: string): Sourced {
  const [, id, sourceText] = START.exec(json) ?? []
  if (id === undefined) throw new Error(`a record does not begin with its id: ${json.slice(0, 40)}`)
  const source = sourceText ?? (JSON.parse(json) as { source?: string }).source // some record types have no source
  return { id: JSON.parse(id) as number | string, source } // the expression matches a number or a string
}
