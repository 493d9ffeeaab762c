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
  /**
   * Called once the mapping fits every file. The writer is committed at the end, and rolled back when anything fails or
   * nothing may be written.
   */
  readonly openWriter: () => CatalogWriter
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
  const sources: Source[] = []
  try {
    for (const file of options.files) sources.push(await openCsv(file, options.mapping.format))
    const readings = sources.map((source) => ({ source, reader: new RowReader(options.mapping, source) }))
    return await readAll(readings, new ImportRun(options, options.openWriter(), sources))
  } finally {
    for (const source of sources) source.close()
  }
}

async function readAll(
  readings: readonly { readonly source: Source; readonly reader: RowReader }[],
  run: ImportRun,
): Promise<Report> {
  try {
    for (const { source, reader } of readings) await run.read(source, reader)
    return await run.finish()
  } catch (error) {
    run.undo()
    throw error
  }
}

/** Rows between two looks at the event loop, where Ctrl-C arrives. */
const ROWS_PER_TURN = 2_000
/** Rows whose homes are held in memory at a time: about 2 KB each. */
const ROWS_PER_BATCH = 100_000

class ImportRun {
  readonly #options: ImportOptions
  readonly #writer: CatalogWriter
  readonly #sources: readonly Source[]
  readonly #batch: Batch
  readonly #rejects: RejectsFile
  readonly #rejected = new RuleTally()
  readonly #reported = new RuleTally()
  readonly #homes = new HomeTally()
  readonly #columnsNotUsed = new Set<string>()
  readonly #startMs: number
  #rowsRead = 0
  #rowsRejected = 0

  constructor(options: ImportOptions, writer: CatalogWriter, sources: readonly Source[]) {
    this.#options = options
    this.#writer = writer
    this.#sources = sources
    this.#batch = new Batch(writer)
    this.#rejects = new RejectsFile(options.rejectsPath)
    this.#startMs = options.clock.now()
  }

  async read(source: Source, reader: RowReader): Promise<void> {
    const rowsBefore = this.#rowsRead
    for (const column of reader.columnsNotUsed) this.#columnsNotUsed.add(column)
    for await (const row of source.rows()) {
      this.#take(source.file, row, reader)
      if (this.#rowsRead % ROWS_PER_TURN === 0) await this.#pause()
      if (this.#batch.rows >= ROWS_PER_BATCH) await this.#settle()
    }
    if (this.#rowsRead > rowsBefore) return
    throw new CommandFault(`"${source.file}" has a header and no rows.`, EXIT.data)
  }

  async finish(): Promise<Report> {
    await this.#settle()
    await this.#pause()
    const rowsUsed = this.#rowsRead - this.#rowsRejected
    const { dryRun = false, mapping, files, clock, onProgress } = this.#options
    const rejectsFile = dryRun ? undefined : this.#rejects.keep()
    const counts = this.#homes.counts()
    const unchanged = counts.homes.new + counts.homes.changed === 0 // a commit would change the data version for nothing
    if (dryRun || unchanged) this.#writer.rollback()
    else this.#writer.commit((done, total) => onProgress?.('commit', done, total))
    return {
      mapping: mapping.name,
      source: mapping.source,
      ...(mapping.attribution !== undefined && { attribution: mapping.attribution }),
      files,
      dryRun,
      rowsRead: this.#rowsRead,
      rowsUsed,
      rowsRejected: this.#rowsRejected,
      ...counts,
      rejected: this.#rejected.counts(),
      reported: this.#reported.counts(),
      columnsNotUsed: [...this.#columnsNotUsed],
      ...(rejectsFile !== undefined && { rejectsFile }),
      seconds: (clock.now() - this.#startMs) / 1000,
    }
  }

  undo(): void {
    this.#rejects.discard()
    this.#writer.rollback()
  }

  #take(file: string, row: Row | BrokenRow, reader: RowReader): void {
    this.#rowsRead++
    const finding = 'rule' in row ? row : this.#tryToUse(file, row, reader.read(row.cells))
    if (finding) this.#reject(file, row, finding)
  }

  /** Adds the row's home to the batch; or says why it cannot. */
  #tryToUse(file: string, row: Row, content: RowContent | Rejection): Finding | undefined {
    if (content instanceof Rejection) return content.finding
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

  /** Shows how far it is, lets signals arrive, and obeys them. */
  async #pause(): Promise<void> {
    this.#options.onProgress?.('rows', this.#rowsRead, this.#estimatedRows())
    await nextTurn()
    this.#options.signal?.throwIfAborted()
  }

  /** From the share of bytes that the rows so far took up. */
  #estimatedRows(): number {
    const bytesTotal = this.#sources.reduce((sum, source) => sum + source.bytesTotal, 0)
    const bytesRead = this.#sources.reduce((sum, source) => sum + source.bytesRead(), 0)
    return Math.max(this.#rowsRead, Math.round((this.#rowsRead * bytesTotal) / Math.max(1, bytesRead)))
  }
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
