import { SEARCHED } from '../../catalog/facts/searched.ts'
import type { StoredRecords } from '../../catalog/ports/stored-records.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import type { Destination } from './destination.ts'
import type { ExportedNoun } from './exported-noun.ts'
import type { Item, Piece } from './formats/encoding.ts'
import { encodingFor, type FormatName } from './formats.ts'
import { EXPORTED_NOUNS } from './nouns.ts'

export interface ExportOptions {
  readonly records: StoredRecords
  readonly noun: SearchedNoun
  /** The keys of the records to export, in ascending order; undefined for all records. */
  readonly keys?: Float64Array
  readonly format: FormatName
  readonly destination: Destination
  /** Aborts the export, which then throws the signal's reason and leaves no file behind. */
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export interface Exported {
  readonly records: number
  /** Attributions of the sources, in descending order of their number of records. */
  readonly attributions: readonly string[]
}

/** How many records the store loads in advance. */
const AHEAD = 500
const WRITE_BYTES = 256 * 1024

/**
 * Exports records of one version of a catalog, sorted by id. The memory used does not depend on the number of records.
 */
export async function runExport(options: ExportOptions): Promise<Exported> {
  const { noun, destination } = options
  try {
    const exported = await exportAll(EXPORTED_NOUNS[noun], options)
    destination.complete()
    return exported
  } catch (error) {
    destination.abandon()
    throw error
  }
}

async function exportAll<N extends SearchedNoun>(noun: ExportedNoun<N>, options: ExportOptions): Promise<Exported> {
  const { records, keys, format, destination, signal, onProgress } = options
  const encoding = await encodingFor(format, noun)
  const total = keys?.length ?? records.about.counts[noun.noun]
  const writing = new Writing(destination)
  const attributions = new Map<string, number>()
  const attribution = noun.columns.findIndex(({ name }) => name === 'Attribution')
  let done = 0
  writing.add(encoding.begin())
  for (const record of chosen(noun.noun, records, keys)) {
    if (noun.isShown?.(record) === false) continue
    const item = itemOf(record, noun, records)
    const source = String(item.cells[attribution])
    attributions.set(source, (attributions.get(source) ?? 0) + 1)
    done++
    if (!writing.add(encoding.add(item))) continue
    await writing.flush()
    signal?.throwIfAborted()
    onProgress?.(done, total)
  }
  writing.add(encoding.end())
  await writing.flush()
  signal?.throwIfAborted()
  const mostFirst = [...attributions].sort(([, one], [, other]) => other - one)
  return { records: done, attributions: mostFirst.map(([name]) => name) }
}

function itemOf<N extends SearchedNoun>(record: RecordOf<N>, noun: ExportedNoun<N>, records: StoredRecords): Item {
  return {
    cells: noun.cells(record, records),
    point: noun.pointOf(record),
    list: noun.list?.of(record),
  }
}

/** Yields the records to export, sorted by id. */
function* chosen<N extends SearchedNoun>(
  noun: N,
  records: StoredRecords,
  keys: Float64Array | undefined,
): Generator<RecordOf<N>> {
  if (keys === undefined) {
    yield* records.each(noun) as Iterable<RecordOf<N>> // records of this kind have this TypeScript type
  } else if (noun === 'experience') {
    // The keys of experiences are derived from their ids, which are strings.
    const meant = new Set(keys)
    for (const record of records.each('experience')) if (meant.has(SEARCHED.experience.keyOf(record))) yield record
  } else {
    for (let from = 0; from < keys.length; from += AHEAD) {
      const next = keys.subarray(from, from + AHEAD)
      records.expect(noun === 'home' ? 'home' : 'offer', [...next])
      for (const key of next) yield recordAt(noun, key, records)
    }
  }
}

function recordAt<N extends SearchedNoun>(noun: N, key: number, records: StoredRecords): RecordOf<N> {
  const record = noun === 'home' ? records.get('home', key) : records.get('offer', key)
  if (record !== undefined) return record
  throw new CommandFault(
    `The catalog is damaged: a search finds the ${noun} ${key}, which the catalog does not have; ./plat check reports more.`,
    EXIT.data,
  )
}

/** Collects pieces until there are enough bytes to write. */
class Writing {
  readonly #destination: Destination
  #pieces: Uint8Array[] = []
  #text = ''
  #bytes = 0

  constructor(destination: Destination) {
    this.#destination = destination
  }

  /** Adds a piece. Returns whether there is enough to write. */
  add(piece: Piece): boolean {
    if (typeof piece === 'string') this.#text += piece
    else this.#pieces.push(piece)
    this.#bytes += piece.length
    return this.#bytes >= WRITE_BYTES
  }

  /** Writes the collected pieces. A file is either all text or all bytes. */
  async flush(): Promise<void> {
    const bytes = this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : Buffer.from(this.#text)
    this.#pieces = []
    this.#text = ''
    this.#bytes = 0
    if (bytes.length > 0) await this.#destination.write(bytes)
  }
}
