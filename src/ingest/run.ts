import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { quote } from '../base/sentence.ts'
import type { CatalogWriter } from '../catalog/catalog.ts'
import { homeFrom } from '../model/home-record.ts'
import type { ZipPlace } from '../places/gazetteer.ts'
import { Batch } from './batch.ts'
import { CHECKS } from './checks.ts'
import type { Limit, Mapping } from './mapping.ts'
import { RejectsFile } from './rejects.ts'
import { HomeTally, type Report, RuleTally } from './report.ts'
import { type Finding, Rejection, type RowContent, RowReader } from './row-reader.ts'
import { openCsv } from './sources/csv.ts'
import type { BrokenRow, Row, Source } from './sources/source.ts'

export type ImportStep = 'rows' | 'commit'

export interface ImportOptions {
  readonly files: readonly string[]
  readonly mapping: Mapping
  /** Committed at the end, rolled back when anything fails or nothing may be written. */
  readonly writer: CatalogWriter
  readonly gazetteer: { zip(zipcode: string): ZipPlace | undefined }
  readonly clock: Clock
  /** Where rejected rows go. */
  readonly rejectsPath: string
  /** Reads and checks everything, and writes nothing. */
  readonly dryRun?: boolean
  /** Aborted: the import is undone and the signal's reason thrown. */
  readonly signal?: AbortSignal
  /** `total` is an estimate while rows are read. */
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
}

/**
 * Brings files into a catalogue: all of it or nothing. Rows that cannot be used go to the rejects file. Throws a
 * CommandFault of one sentence when a file or the mapping cannot be used; the catalogue is then as it was.
 */
export async function runImport(options: ImportOptions): Promise<Report> {
  const run = new ImportRun(options)
  const sources: Source[] = []
  try {
    for (const file of options.files) sources.push(await openCsv(file, options.mapping.format))
    const readers = sources.map((source) => new RowReader(options.mapping, source))
    for (const [i, source] of sources.entries()) {
      const reader = readers[i]
      if (reader) await run.read(source, reader)
    }
    return await run.finish()
  } catch (error) {
    run.undo()
    throw error
  } finally {
    for (const source of sources) source.close()
  }
}

/** Rows between two looks at the event loop, where Ctrl-C arrives. */
const ROWS_PER_TURN = 2_000
/** Rows whose homes are held in memory at a time: about 2 KB each. */
const ROWS_PER_BATCH = 100_000

class ImportRun {
  readonly #options: ImportOptions
  readonly #batch: Batch
  readonly #rejects: RejectsFile
  readonly #rejected = new RuleTally()
  readonly #reported = new RuleTally()
  readonly #homes = new HomeTally()
  readonly #columnsNotUsed = new Set<string>()
  readonly #startMs: number
  #rowsRead = 0
  #rowsRejected = 0

  constructor(options: ImportOptions) {
    this.#options = options
    this.#batch = new Batch(options.writer)
    this.#rejects = new RejectsFile(options.rejectsPath)
    this.#startMs = options.clock.now()
  }

  async read(source: Source, reader: RowReader): Promise<void> {
    const rowsBefore = this.#rowsRead
    for (const column of reader.columnsNotUsed) this.#columnsNotUsed.add(column)
    for await (const row of source.rows()) {
      this.#take(source.file, row, reader)
      if (this.#rowsRead % ROWS_PER_TURN === 0) await this.#pause(source)
      if (this.#batch.rows >= ROWS_PER_BATCH) await this.#settle()
    }
    if (this.#rowsRead > rowsBefore) return
    throw new CommandFault(`"${source.file}" has a header and no rows.`, EXIT.data)
  }

  async finish(): Promise<Report> {
    await this.#settle()
    const { writer, dryRun = false, mapping, files, clock, onProgress } = this.#options
    const rejectsFile = dryRun ? undefined : this.#rejects.keep()
    if (dryRun) writer.rollback()
    else writer.commit((done, total) => onProgress?.('commit', done, total))
    return {
      mapping: mapping.name,
      source: mapping.source,
      ...(mapping.attribution !== undefined && { attribution: mapping.attribution }),
      files,
      dryRun,
      rowsRead: this.#rowsRead,
      rowsUsed: this.#rowsRead - this.#rowsRejected,
      rowsRejected: this.#rowsRejected,
      ...this.#homes.counts(),
      rejected: this.#rejected.counts(),
      reported: this.#reported.counts(),
      columnsNotUsed: [...this.#columnsNotUsed],
      ...(rejectsFile !== undefined && { rejectsFile }),
      seconds: (clock.now() - this.#startMs) / 1000,
    }
  }

  undo(): void {
    this.#rejects.discard()
    this.#options.writer.rollback()
  }

  #take(file: string, row: Row | BrokenRow, reader: RowReader): void {
    this.#rowsRead++
    if ('rule' in row) return this.#reject(file, row, row)
    const content = reader.read(row.cells)
    const rejection = content instanceof Rejection ? content.finding : this.#use(file, row, content)
    if (rejection) this.#reject(file, row, rejection)
  }

  /** Adds the row's home to the batch; or says why it cannot. */
  #use(file: string, row: Row, content: RowContent): Finding | undefined {
    const { mapping, gazetteer, clock } = this.#options
    const { record, sourceKey, zpid, other } = content
    const place = placeOf(record.PostalCode ?? '', gazetteer)
    if (place instanceof Rejection) return place.finding
    const home = homeFrom(record, { zpid, sourceKey, ...origin(mapping) }, place, other)
    const found = CHECKS.flatMap((check) => {
      const detail = check.find({ record, home, place, nowMs: clock.now() })
      return detail === undefined ? [] : [{ ...check, detail }]
    })
    const fatal = found.find(({ severity }) => severity === 'reject')
    if (fatal) return fatal
    const taken = this.#batch.add(home)
    if (taken !== undefined)
      return { rule: 'zpid.taken', sentence: 'The property id belongs to another home.', detail: taken }
    const where = `${file} line ${row.line}`
    for (const finding of [...content.findings, ...found, ...limitsBroken(mapping.limits, content)])
      this.#reported.add(finding, where)
    return undefined
  }

  #reject(file: string, row: Row, { rule, sentence, detail }: Finding): void {
    this.#rowsRejected++
    this.#rejected.add({ rule, sentence, detail }, `${file} line ${row.line}`)
    if (!this.#options.dryRun) this.#rejects.add(file, row.line, rule, detail, row.cells)
  }

  async #settle(): Promise<void> {
    let settled = 0
    for (const home of this.#batch.settle()) {
      this.#homes.add(home)
      if (++settled % ROWS_PER_TURN === 0) await this.#pause()
    }
  }

  /** Lets signals arrive, and obeys them. */
  async #pause(source?: Source): Promise<void> {
    if (source) this.#options.onProgress?.('rows', this.#rowsRead, estimatedRows(this.#rowsRead, source))
    await nextTurn()
    this.#options.signal?.throwIfAborted()
  }
}

/** From the share of bytes that the rows so far took up. */
function estimatedRows(rows: number, source: Source): number {
  return Math.max(rows, Math.round((rows * source.bytesTotal) / Math.max(1, source.bytesRead())))
}

function origin({ source, reporter }: Mapping): { source: string; reporter?: string } {
  return { source, ...(reporter !== undefined && { reporter }) }
}

function placeOf(postalCode: string, gazetteer: ImportOptions['gazetteer']): ZipPlace | Rejection {
  const zipcode = /^(\d{5})(-?\d{4})?$/.exec(postalCode)?.[1]
  const place = zipcode === undefined ? undefined : gazetteer.zip(zipcode)
  return place ?? new Rejection('zip.unknown', 'The ZIP is none that is known.', `unknown ZIP ${quote(postalCode)}`)
}

function limitsBroken(limits: readonly Limit[], { record }: RowContent): Finding[] {
  return limits.flatMap(({ field, above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY }) => {
    const value = record[field]
    if (typeof value !== 'number' || (value <= above && value >= below)) return []
    const [rule, bound] = value > above ? ['above', above] : ['below', below]
    return [{ rule: `${field}.${rule}`, sentence: `${field} is ${rule} ${bound}.`, detail: `${field} ${value}` }]
  })
}
