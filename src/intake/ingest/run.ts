import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { nearestName } from '../../kit/base/sentence.ts'
import { Abroad } from './abroad.ts'
import type { FileMoment } from './as-of.ts'
import { contextAfter, contextsOf } from './file-context.ts'
import { dataFault } from './file-fault.ts'
import { type Finding, Rejection } from './finding.ts'
import { sourceNoteIn, sourceNoteName, withImport } from './import-notes.ts'
import { KeyPlaces } from './key-places.ts'
import { limitsBroken } from './limits.ts'
import type { Mapping } from './mapping.ts'
import { columnsOf, optionalColumns } from './mapping-columns.ts'
import type { Batch, FileContext, ImportGazetteer, Taken } from './noun.ts'
import { importNounOf } from './nouns.ts'
import { PackageDeeds } from './package-deeds.ts'
import { pictureOriginsIn } from './picture-origins.ts'
import { rowPieces } from './pieces.ts'
import { precede } from './precedence.ts'
import { RejectsFile } from './rejects.ts'
import { type KeyTimes, readKeyTimes } from './repeated-keys.ts'
import { type FileRows, isUndated, NO_ROWS, type Report, type RowCounts, Tally } from './report.ts'
import { RowReader } from './row-reader.ts'
import { RuleTally } from './rule-tally.ts'
import { formatOf, openSource } from './sources/open.ts'
import { type BrokenRow, placeOf, type Row, type Source } from './sources/source.ts'
import { FileWatch } from './written-over.ts'

export type ImportStep = 'keys' | 'rows' | 'commit'

export interface ImportOptions {
  readonly files: readonly string[]
  /** Opens a file. Absent: files are opened in the mapping's format. */
  readonly openFile?: (file: string, columns: readonly string[]) => Promise<Source>
  readonly mapping: Mapping
  /** Called after the mapping was found to fit all files. The import ends with the writer's commit or rollback. */
  readonly openWriter: () => CatalogWriter | Promise<CatalogWriter>
  readonly gazetteer: ImportGazetteer
  readonly clock: Clock
  /** The path of the file for rejected rows. */
  readonly rejectsPath: string
  /** The moment that all files describe, instead of the mapping's. */
  readonly asOf?: FileMoment | undefined
  /** Maximum share of records that complete lists may delete: deleted / (named + deleted). Default 0.2. */
  readonly maxGone?: number
  /** Further notes to store with the import, by name. */
  readonly notes?: ReadonlyMap<string, string>
  /** Stores the notes of an import without changes, after its writer was rolled back. */
  readonly keepNotes?: (notes: ReadonlyMap<string, string>) => void
  /** Smaller files, in bytes, are not read ahead; see `readKeyTimes`. */
  readonly readAheadFromBytes?: number
  /** Checks everything and writes nothing. */
  readonly dryRun?: boolean
  /** Imports the usable rows of a file that looks wrong, for example if nearly all rows are rejected. */
  readonly acceptRejects?: boolean
  /** Aborting rolls the import back and throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Reports progress. `total` is an estimate while rows are being read. */
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
  /** Called when searches find the new rows and estimates start to train, and again with the reason of a failure. */
  readonly onLearning?: (failure?: string) => void
}

/** An open file before its rows are read. */
interface OpenFile {
  readonly source: Source
  readonly reader: RowReader
  readonly context: FileContext
}

/**
 * Imports files into a catalog, all or nothing. Rejected rows go to the rejects file. Throws a one-sentence
 * CommandFault if a file or the mapping cannot be used; the catalog is then unchanged.
 */
export async function runImport(options: ImportOptions): Promise<Report> {
  const { mapping } = options
  const contexts = contextsOf(options.files, options)
  const sources: Source[] = []
  const watch = new FileWatch(options.files)
  try {
    const { openFile = (file, columns) => openSource(file, mapping.format, columns) } = options
    for (const file of options.files) sources.push(await openFile(file, columnsOf(mapping)))
    const openFiles = sources.flatMap((source, i) => {
      const context = contexts[i]
      return context ? [{ source, reader: new RowReader(mapping, source), context }] : []
    })
    const times = await keyTimesOf(openFiles, options)
    // If the file was replaced in the meantime, the counted keys are wrong.
    const writer = await options.openWriter()
    const run = new ImportRun(options, writer, sources, watch.isUntouched ? times : undefined)
    return await readAll(openFiles, options, writer, run, watch)
  } finally {
    for (const source of sources) source.close()
  }
}

/**
 * Counts keys ahead if the format is read by line; for other formats this would cost more than it saves. Mappings with
 * several records per row are excluded, because the records share a key.
 */
async function keyTimesOf(
  openFiles: readonly OpenFile[],
  { mapping, onProgress, signal, readAheadFromBytes }: ImportOptions,
): Promise<KeyTimes | undefined> {
  const isMeant = formatOf(mapping.format.type).isByLine === true && importNounOf(mapping.noun).keyed
  if (!isMeant || mapping.records.length > 1) return undefined
  const files = openFiles.map(({ source: { file, bytesTotal }, reader }) => ({
    file,
    bytesTotal,
    open: () => openSource(file, mapping.format, columnsOf(mapping)),
    keyOf: (cells: readonly string[]) =>
      reader.isDeletion(cells) || reader.isMeant(cells) ? reader.keyOf(cells) : undefined,
  }))
  const onTurn = (rows: number) => {
    onProgress?.('keys', rows, 0)
    signal?.throwIfAborted()
  }
  return readKeyTimes(files, onTurn, readAheadFromBytes)
}

async function readAll(
  openFiles: readonly OpenFile[],
  { mapping: { noun, source } }: ImportOptions,
  writer: CatalogWriter,
  run: ImportRun,
  watch: FileWatch,
): Promise<Report> {
  try {
    const listedMs = importNounOf(noun).removes ? sourceNoteIn(writer, source).listMs[noun] : undefined
    for (const { context, ...reading } of openFiles)
      await run.read({ ...reading, context: contextAfter(context, reading.source.file, listedMs) })
    watch.refuseWrittenOver()
    return await run.finish()
  } catch (error) {
    run.undo()
    throw error
  }
}

/** The default maximum share of records that a complete list may delete. */
const MAX_GONE = 0.2

/** Maximum share of rejected rows among the rows that `where` selects. Real files have a few percent. */
const REJECTED_SHARE_MAX = 0.9

/** Number of rows per turn of the event loop, so that Ctrl-C is handled. */
const ROWS_PER_TURN = 2_000
/** Number of rows written together: few enough for cheap garbage collection. */
const ROWS_SETTLED_TOGETHER = 100
/** Maximum number of rows in memory while later rows of their records may come. A home takes about 2 KB. */
const ROWS_PER_BATCH = 100_000

class ImportRun {
  readonly #options: ImportOptions
  readonly #writer: CatalogWriter
  readonly #sources: readonly Source[]
  readonly #batch: Batch
  readonly #rejects: RejectsFile
  readonly #rejected = new RuleTally()
  readonly #reported = new RuleTally()
  readonly #tally = new Tally()
  readonly #keyPlaces = new KeyPlaces()
  readonly #packages = new PackageDeeds()
  readonly #columnsNotUsed = new Set<string>()
  readonly #pictureOrigins: () => readonly string[]
  readonly #startMs: number
  /** One entry per file. */
  readonly #rows: RowCounts[]
  #rowsRead = 0
  #rowsRejected = 0
  #deletesUnknown = 0
  #listMs: number | undefined

  constructor(options: ImportOptions, writer: CatalogWriter, sources: readonly Source[], times?: KeyTimes) {
    this.#options = options
    this.#writer = writer
    this.#sources = sources
    this.#pictureOrigins = pictureOriginsIn(writer)
    this.#batch = importNounOf(options.mapping.noun).begin(writer, times)
    this.#rejects = new RejectsFile(options.rejectsPath)
    this.#startMs = options.clock.now()
    this.#rows = options.files.map(() => ({ ...NO_ROWS }))
  }

  async read({ source, reader, context }: OpenFile): Promise<void> {
    const rowsBefore = this.#rowsRead
    if (context.complete && context.asOfMs !== undefined) this.#listMs = Math.max(this.#listMs ?? 0, context.asOfMs)
    const abroad = new Abroad(source.file)
    for (const column of reader.columnsNotUsed) this.#columnsNotUsed.add(column)
    for await (const rows of rowPieces(source.rows())) {
      this.#batch.expect(reader.identities(rows), context.source)
      for (const row of rows) {
        this.#take(source.file, row, reader, context, abroad)
        if (this.#rowsRead % ROWS_SETTLED_TOGETHER === 0) this.#settleWhole()
        if (this.#rowsRead % ROWS_PER_TURN === 0) await this.#pause()
        if (this.#batch.rows >= ROWS_PER_BATCH) await this.#settle()
      }
    }
    abroad.judge()
    this.#tellOfColumns(source)
    if (this.#rowsRead > rowsBefore) return
    throw dataFault(`"${source.file}" has a header and no rows.`)
  }

  async finish(): Promise<Report> {
    await this.#settle()
    const { dryRun = false, mapping, files, clock, onProgress, maxGone = MAX_GONE } = this.#options
    for (const gone of this.#batch.finish(mapping.source, { maxGone })) this.#tally.add(gone)
    const rows = this.#accountedFor()
    const rowsUsed = this.#rowsRead - this.#rowsRejected - this.#rowsLeftOut
    if (!this.#options.acceptRejects) this.#keyPlaces.judge(rowsUsed)
    await this.#pause()
    const rejectsFile = dryRun ? undefined : this.#rejects.keep()
    const reported = this.#reported.counts()
    const isDated = mapping.records.flat().some(({ field }) => field === 'CloseDate') // other mappings promise no dates
    const refused = !this.#options.acceptRejects && (this.#isRefused || (isDated && isUndated({ reported, rowsUsed })))
    const report = {
      mapping: mapping.name,
      source: mapping.source,
      ...(mapping.attribution !== undefined && { attribution: mapping.attribution }),
      files,
      dryRun,
      ...(refused && { refused }),
      rowsRead: this.#rowsRead,
      rowsUsed,
      rowsRejected: this.#rowsRejected,
      rowsLeftOut: this.#rowsLeftOut,
      deletesUnknown: this.#deletesUnknown,
      rows,
      ...this.#tally.counts(mapping.noun),
      rejected: this.#rejected.counts(),
      reported,
      columnsNotUsed: [...this.#columnsNotUsed],
      pictureOrigins: this.#pictureOrigins(),
      ...(rejectsFile !== undefined && { rejectsFile }),
    }
    this.#end(report, (done, total) => onProgress?.('commit', done, total))
    return { ...report, seconds: (clock.now() - this.#startMs) / 1000 }
  }

  /** Commits the changes and a note on the import. Changes nothing if no row can be used. */
  #end(report: Omit<Report, 'seconds'>, onProgress: (done: number, total: number) => void): void {
    const { mapping, dryRun, notes = [], keepNotes, clock, onLearning } = this.#options
    const { noun, source } = mapping
    const isUsed = report.rowsUsed > 0
    const listMs = isUsed ? this.#listMs : undefined
    const state = { atMs: clock.now(), noun, newestMs: this.#batch.newestMs, listMs }
    const note = withImport(sourceNoteIn(this.#writer, source), report, state)
    const all = new Map([...notes, [sourceNoteName(source), JSON.stringify(note)]])
    // Without changes, a commit would only raise the data version.
    if (dryRun || report.refused || !isUsed || !this.#isChange(report)) {
      this.#writer.rollback()
      if (!dryRun && !report.refused) keepNotes?.(all)
      return
    }
    for (const [name, text] of all) this.#writer.setNote(name, text)
    onProgress(0, 0)
    this.#writer.commit(onProgress, onLearning)
  }

  /** Returns the counts of all files. Throws, as a bug, if their sum differs from the number of rows read. */
  #accountedFor(): readonly FileRows[] {
    return this.#options.files.map((file, fileNumber) => {
      const { read, merged, rejected, leftOut, ...counted } = this.#rows[fileNumber] ?? NO_ROWS
      const { joined, ...used } = this.#tally.ofFile(fileNumber)
      const removed = used.removed + counted.removed
      const rows = { file, read, ...used, merged: merged + joined, removed, rejected, leftOut }
      const sum = rows.new + rows.changed + rows.unchanged + rows.merged + removed + rejected + leftOut
      if (sum === read) return rows
      throw new Error(`${read} rows of "${file}" were read and ${sum} accounted for: ${JSON.stringify(rows)}`)
    })
  }

  #isChange({ counts }: Pick<Report, 'counts'>): boolean {
    const { noun, source, attribution, precedence } = this.#options.mapping
    const gives = counts.new + counts.changed + counts.unchanged > 0
    const isNewSource = gives && this.#writer.contribute(importNounOf(noun).stored, source, true)
    const isAttributed = attribution !== undefined && this.#writer.attribute(source, attribution)
    const changes = [isAttributed, isNewSource, precede(this.#writer, precedence ?? new Map())]
    return this.#tally.changed || changes.includes(true)
  }

  get #rowsLeftOut(): number {
    return this.#rows.reduce((sum, { leftOut }) => sum + leftOut, 0)
  }

  /** Whether the share of rejected rows shows that the mapping is wrong. */
  get #isRefused(): boolean {
    const meant = this.#rowsRead - this.#rowsLeftOut
    return this.#rowsRejected > meant * REJECTED_SHARE_MAX
  }

  undo(): void {
    this.#rejects.discard()
    this.#writer.rollback()
  }

  #take(file: string, row: Row | BrokenRow, reader: RowReader, context: FileContext, abroad: Abroad): void {
    const rows = this.#rows[context.fileNumber] ?? { ...NO_ROWS }
    this.#rowsRead++
    rows.read++
    const isDeletion = !('rule' in row) && reader.isDeletion(row.cells)
    if (!isDeletion && !('rule' in row) && !reader.isMeant(row.cells)) {
      rows.leftOut++
      return
    }
    const taken =
      'rule' in row ? new Rejection(row.rule, row.sentence, row.detail) : this.#use(row, reader, context, isDeletion)
    if (taken instanceof Rejection) {
      rows.rejected++
      this.#reject(file, row, taken.finding)
      abroad.add([taken.finding])
      if (context.complete && !('rule' in row)) this.#mention(row, reader, context)
      return
    }
    if (taken.removal) rows.removed++
    else if (taken.isMerged) rows.merged++
    if (taken.removal === 'unknown') this.#deletesUnknown++
    abroad.add(taken.findings)
    this.#keyPlaces.add(taken.findings)
    if (taken.findings.length > 0) this.#reported.add(taken.findings, placeOf(file, row))
  }

  /** Notes that a complete list names a record although its row cannot be used. */
  #mention(row: Row, reader: RowReader, context: FileContext): void {
    const identity = reader.identity(row.cells)
    if (!(identity instanceof Rejection)) this.#batch.mention(identity, context)
  }

  #delete(row: Row, reader: RowReader, context: FileContext): Taken | Rejection {
    const deletion = reader.readDeletion(row)
    if (deletion instanceof Rejection) return deletion
    const { isKnown, findings } = this.#batch.drop(deletion, context)
    return { findings, isMerged: false, removal: isKnown ? 'known' : 'unknown' }
  }

  /** Adds the row's records to the batch, or deletes its record. */
  #use(row: Row, reader: RowReader, context: FileContext, isDeletion: boolean): Taken | Rejection {
    if (isDeletion) return this.#delete(row, reader, context)
    const contents = reader.read(row)
    if (contents instanceof Rejection) return contents
    const taken = this.#batch.take(contents, context)
    if (taken instanceof Rejection) return taken
    const { limits } = this.#options.mapping
    const more = contents.flatMap((content) => [...limitsBroken(limits, content), ...this.#packages.find(content)])
    return more.length === 0 ? taken : { ...taken, findings: [...taken.findings, ...more] }
  }

  #reject(file: string, row: Row, finding: Finding): void {
    this.#rowsRejected++
    this.#rejected.add([finding], placeOf(file, row))
    if (this.#options.dryRun) return
    const { rule, detail } = finding
    const { personal } = this.#options.mapping
    const cells = row.text === undefined ? row.cells : [row.text]
    this.#rejects.add(file, row, rule, detail, personal ? [] : cells)
  }

  /** Reports missing columns, for formats that do not list their columns. */
  #tellOfColumns({ file, seen }: Source): void {
    const { absent, notUsed, declared = [] } = seen?.() ?? { absent: [], notUsed: [] }
    for (const column of notUsed) this.#columnsNotUsed.add(column)
    const isOptional = optionalColumns(this.#options.mapping, absent)
    for (const column of absent.filter((name) => !isOptional.has(name))) {
      const nearest = nearestName(column, declared)
      const detail = nearest === undefined ? `no ${column}` : `no ${column}: did you mean "${nearest}"?`
      this.#reported.add([{ ...COLUMN_ABSENT, detail }], file)
    }
  }

  async #settle(): Promise<void> {
    let settled = 0
    for (const record of this.#batch.settle()) {
      this.#tally.add(record)
      if (++settled % ROWS_PER_TURN === 0) await this.#pause()
    }
  }

  #settleWhole(): void {
    for (const record of this.#batch.settleWhole()) this.#tally.add(record)
  }

  /** Reports progress, and handles signals. */
  async #pause(): Promise<void> {
    this.#options.onProgress?.('rows', this.#rowsRead, this.#estimatedRows())
    await nextTurn()
    this.#options.signal?.throwIfAborted()
  }

  /** Estimates the total number of rows from the share of bytes read. */
  #estimatedRows(): number {
    const bytesTotal = this.#sources.reduce((sum, source) => sum + source.bytesTotal, 0)
    const bytesRead = this.#sources.reduce((sum, source) => sum + source.bytesRead(), 0)
    return Math.max(this.#rowsRead, Math.round((this.#rowsRead * bytesTotal) / Math.max(1, bytesRead)))
  }
}

const COLUMN_ABSENT = { rule: 'column.absent', sentence: 'No line of the file has the key that the mapping names.' }
