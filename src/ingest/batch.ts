import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter, IdOf, Noun, Records } from '../catalog/catalog.ts'
import type { FieldTable } from '../model/field.ts'
import { type Finding, Rejection } from './finding.ts'
import type { FileContext, NounSpec, RowContent, Settled } from './noun.ts'

/** A noun as the run of an import sees it, whichever it is. */
export interface ImportNoun {
  readonly noun: Noun
  readonly plural: string
  readonly fields: FieldTable
  readonly required: readonly string[]
  readonly keyed: boolean
  readonly personal: boolean
  readonly wide: boolean
  /** Whether a file can be a complete list of it. */
  readonly listed: boolean
  begin(writer: CatalogWriter): Batch
}

/**
 * Records gathered before they are written, so that all rows of one record are merged at once and their order does not
 * matter. Between two batches of one import it still does for rows of one record and one moment: the later batch wins.
 */
export interface Batch {
  /** Rows held. */
  readonly rows: number
  /** Takes in what one row says, all of it or nothing: what is odd about it, or why it cannot be used. */
  take(contents: readonly RowContent[], file: FileContext): readonly Finding[] | Rejection
  /** Writes what has changed, record by record, and empties itself. */
  settle(): Generator<Settled>
  /** After everything is settled: marks what complete lists do not have any more. */
  finish(source: string): Generator<Settled>
}

export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun, plural, fields, required, keyed, personal = false, wide = false } = spec
  const listed = spec.missing !== undefined
  const begin = (writer: CatalogWriter) => new NounBatch(spec, writer)
  return { noun, plural, fields, required, keyed, personal, wide, listed, begin }
}

interface Entry<R> {
  readonly existing: R | undefined
  readonly fresh: [R, ...R[]]
}

class NounBatch<N extends Noun> implements Batch {
  readonly #spec: NounSpec<N>
  readonly #writer: CatalogWriter
  readonly #entries = new Map<IdOf<N>, Entry<Records[N]>>()
  /** Ids that earlier batches of this import have settled. */
  readonly #settled = new Set<IdOf<N>>()
  /** One record of each complete list: which scope, which day. */
  readonly #lists = new Map<string, Records[N]>()
  #rows = 0

  constructor(spec: NounSpec<N>, writer: CatalogWriter) {
    this.#spec = spec
    this.#writer = writer
  }

  get rows(): number {
    return this.#rows
  }

  take(contents: readonly RowContent[], file: FileContext): readonly Finding[] | Rejection {
    const admitted: { record: Records[N]; existing: Records[N] | undefined }[] = []
    const findings: Finding[] = []
    for (const content of contents) {
      const made = this.#spec.make(content, file)
      if (made instanceof Rejection) return made
      const existing = this.#existing(made.record)
      const refused = this.#refusal(made.record, existing)
      if (refused) return refused
      admitted.push({ record: made.record, existing })
      findings.push(...content.findings, ...made.findings, ...this.#oddities(made.record))
    }
    for (const { record, existing } of admitted) this.#add(record, existing, file)
    this.#rows++
    return findings
  }

  *settle(): Generator<Settled> {
    for (const [id, { existing, fresh }] of this.#entries) {
      const sameImport = this.#settled.has(id)
      const merged = this.#spec.merge(existing, fresh, sameImport)
      const outcome = !existing ? 'new' : isDeepStrictEqual(existing, merged) ? 'unchanged' : 'changed'
      if (outcome !== 'unchanged') this.#writer.put(this.#spec.noun, merged)
      this.#settled.add(id)
      yield { id, outcome, ...this.#spec.sales?.(existing, fresh) }
    }
    this.#entries.clear()
    this.#rows = 0
  }

  *finish(source: string): Generator<Settled> {
    if (this.#lists.size === 0) return
    for (const record of this.#spec.missing?.(this.#writer, source, [...this.#lists.values()]) ?? []) {
      this.#writer.put(this.#spec.noun, record)
      yield { id: this.#spec.id(record), outcome: 'gone' }
    }
  }

  #existing(record: Records[N]): Records[N] | undefined {
    const id = this.#spec.id(record)
    const entry = this.#entries.get(id)
    return entry ? entry.existing : this.#writer.get(this.#spec.noun, id)
  }

  #add(record: Records[N], existing: Records[N] | undefined, { complete, asOf }: FileContext): void {
    const { id, scope } = this.#spec
    const entry = this.#entries.get(id(record))
    if (entry) entry.fresh.push(record)
    else this.#entries.set(id(record), { existing, fresh: [record] })
    if (complete && scope) this.#lists.set(`${scope(record)} ${asOf}`, record)
  }

  /** The first one: a row that contradicts many is as odd as one that contradicts one. */
  #oddities(record: Records[N]): readonly Finding[] {
    const { id, oddity } = this.#spec
    if (oddity === undefined) return []
    for (const one of this.#entries.get(id(record))?.fresh ?? []) {
      const odd = oddity(one, record)
      if (odd) return [odd]
    }
    return []
  }

  #refusal(record: Records[N], existing: Records[N] | undefined): Rejection | undefined {
    const { id, holder, taken, clash } = this.#spec
    const entry = this.#entries.get(id(record))
    const other = entry ? entry.fresh[0] : existing
    if (other !== undefined && holder(other) !== holder(record)) return taken(record, other)
    return entry?.fresh.map((one) => clash?.(one, record)).find((why) => why !== undefined)
  }
}
