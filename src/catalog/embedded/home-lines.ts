import type { DatabaseSync } from 'node:sqlite'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import { buildingEntry, addressEntry as homeEntry } from '../../places/addresses/address-book.ts'
import { FrontCoded, type FrontCodedArrays, FrontCoder } from '../engine/front-coded.ts'
import { type BriefParts, briefReader } from './home-briefs.ts'
import type { HomeRows } from './home-rows.ts'
import { hasBit } from './segments.ts'

/** The completion lines of a segment's homes, such as `824 webster st oakland ca 94607`, in shared memory. */
export interface LineParts extends BriefParts, Pick<HomeRows, 'lineBlocks' | 'lineRows'> {
  readonly lines: Uint8Array
}

/** Separates a building's completion line from its id. Sorts before every character of a completion line. */
const BEFORE_ID = '\u0001'

/**
 * Reads the completion lines of all buildings, each followed by the building's id. Skips rows on which the table and
 * its index disagree.
 */
export function readBuildingLines(database: DatabaseSync): FrontCodedArrays {
  const coder = new FrontCoder()
  const select = `SELECT line, id FROM building_line AS one WHERE EXISTS (
    SELECT 1 FROM building_line AS same INDEXED BY building_line_id WHERE same.id = one.id AND same.line = one.line
  ) ORDER BY line, id`
  for (const { line, id } of database.prepare(select).iterate()) coder.add(`${String(line)}${BEFORE_ID}${String(id)}`)
  return coder.arrays()
}

interface Hit {
  readonly line: string
  readonly entry: AddressEntry
}

/** A sorted list of completion lines. `from` yields the lines that equal a string or sort after it. */
interface Lines {
  from(text: string): Iterable<{ readonly line: string; readonly entry: () => AddressEntry | undefined }>
}

/** Finds homes and buildings by their completion lines, without reading the file. */
export class AddressLines {
  readonly #all: readonly Lines[]

  constructor(
    segments: readonly LineParts[],
    buildings: FrontCodedArrays,
    buildingWithId: (lotId: string) => Building | undefined,
  ) {
    this.#all = [...segments.map(linesOfHomes), linesOfBuildings(buildings, buildingWithId)]
  }

  /** Returns the first completion line that equals the string or sorts after it. */
  lineFrom(text: string): string | undefined {
    let first: string | undefined
    for (const lines of this.#all) {
      const [next] = lines.from(text)
      if (next !== undefined && (first === undefined || next.line < first)) first = next.line
    }
    return first
  }

  /**
   * Returns the homes and buildings whose completion lines start with this prefix, in order of line. If lines are
   * equal, homes come before buildings, in order of id.
   */
  beginning(prefix: string, limit: number): AddressEntry[] {
    const hits = this.#all.flatMap((lines) => beginning(lines, prefix, limit))
    if (this.#all.length > 1) hits.sort(byLine)
    return hits.slice(0, limit).map(({ entry }) => entry)
  }
}

function beginning(lines: Lines, prefix: string, limit: number): Hit[] {
  const hits: Hit[] = []
  for (const { line, entry } of lines.from(prefix)) {
    if (hits.length === limit || !line.startsWith(prefix)) break
    const address = entry()
    if (address !== undefined) hits.push({ line, entry: address })
  }
  return hits
}

function byLine(a: Hit, b: Hit): number {
  if (a.line !== b.line) return a.line < b.line ? -1 : 1
  return a.entry.kind === 'home' && b.entry.kind === 'home' ? Number(a.entry.id) - Number(b.entry.id) : 0
}

function linesOfHomes(parts: LineParts): Lines {
  const { lines, lineBlocks, lineRows, removed } = parts
  const texts = new FrontCoded({ bytes: lines, blocks: lineBlocks })
  const briefAt = briefReader(parts)
  return {
    *from(text) {
      for (const [line, number] of texts.from(text)) {
        const row = lineRows[number] as number
        if (!hasBit(removed, row)) yield { line, entry: () => homeEntry(briefAt(row)) }
      }
    },
  }
}

function linesOfBuildings(arrays: FrontCodedArrays, buildingWithId: (lotId: string) => Building | undefined): Lines {
  const texts = new FrontCoded(arrays)
  return {
    *from(text) {
      for (const [stored] of texts.from(text)) {
        const [line = '', id = ''] = stored.split(BEFORE_ID)
        const entry = () => {
          const building = buildingWithId(id)
          return building && buildingEntry(building)
        }
        yield { line, entry }
      }
    },
  }
}
