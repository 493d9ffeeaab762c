import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { currentPath } from '../embedded/folder.ts'
import { openWholeCatalog } from '../embedded/read-whole.ts'
import { attributionsIn, contributorsIn, NOTE, precedencesIn } from '../facts/catalog-meta.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import { NOUNS, type Noun } from '../ports/nouns.ts'
import type { WholeCatalog } from '../ports/whole-catalog.ts'
import type { Withheld } from '../ports/withheld.ts'
import { PostgresWriter } from '../postgres/writer.ts'
import { catalogKind, openWriter } from './open-writer.ts'

export type MoveStep = 'reading' | 'copying' | 'comparing' | 'deriving'

interface CatalogMove {
  readonly dataDir: string
  /** URL of a database whose tables are up to date. */
  readonly url: string
  /** The database's name in messages, without the password. */
  readonly name: string
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly onProgress: (step: MoveStep, done: number, total: number) => void
  /** Aborting the signal makes the move reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The moved records of one type. */
interface MovedRecords {
  readonly noun: Noun
  readonly rows: number
  /** Hash of all records in order of id. */
  readonly sha256: string
  /** Whether an earlier move already copied these records. */
  readonly wasThere: boolean
}

/**
 * Copies the catalog of a data folder into a database: everything or nothing. Reads the copied records back to compare
 * them, and derives all other data again. The catalog keeps its id, secret and revision, so clients can still tell old
 * answers from new ones. Changes nothing if the database has the same records.
 *
 * Returns an empty list if there is no catalog. Rejects with a CommandFault if the database has other records, or if
 * another process is changing the folder or the database.
 */
export async function moveCatalog(move: CatalogMove): Promise<readonly MovedRecords[]> {
  const { dataDir, cards } = move
  const path = currentPath(dataDir)
  const kind = catalogKind(dataDir)
  if (path === undefined || kind === undefined) return []
  // Blocks imports until the move ends.
  const blockingWriter = openWriter({ dataDir, kind, replace: false, cards, newCatalogId: () => '' })
  const whole = openWholeCatalog(path)
  try {
    return await copyInto(move, whole)
  } finally {
    whole.close()
    blockingWriter.rollback()
  }
}

async function copyInto(move: CatalogMove, whole: WholeCatalog): Promise<readonly MovedRecords[]> {
  const { url, cards, withheld, onProgress, signal } = move
  const text = (name: string) => whole.meta.get(name) ?? ''
  const writer = new PostgresWriter({
    url,
    kind: text('kind') === 'sample' ? 'sample' : 'imported',
    replace: false,
    cards,
    withheld,
    signal,
    newCatalogId: () => text('catalogId'),
    newSecret: () => text('secret'),
  })
  try {
    const folderSums = await sums(whole, stepsOf(move, 'reading', 0))
    const total = folderSums.reduce((all, { rows }) => all + rows, 0)
    const databaseSums = await sums(writer, stepsOf(move, 'comparing', total))
    const wasThere = databaseSums.some(({ rows }) => rows > 0)
    if (wasThere && !(isSame(databaseSums, folderSums) && hasSameData(whole, writer))) throw hasAnother(move.name)
    if (wasThere) return folderSums.map((sum) => ({ ...sum, wasThere }))
    await copy(whole, writer, stepsOf(move, 'copying', total))
    const sent = await sums(writer, stepsOf(move, 'comparing', total))
    if (!isSame(sent, folderSums) || !hasSameData(whole, writer))
      throw new Error('the database returned different records than it was sent')
    writer.continue(Number(text('revision')), whole)
    writer.commit((done, all) => onProgress('deriving', done, all))
    return folderSums.map((sum) => ({ ...sum, wasThere }))
  } finally {
    writer.rollback()
  }
}

function hasAnother(name: string): CommandFault {
  return new CommandFault(`${name} already has another catalog: move into an empty database.`, EXIT.cannotWrite)
}

/** Number of records between two progress reports and checks of the signal. */
const STEP = 1000

/** Called for each record. */
type Step = () => Promise<void> | undefined

function stepsOf({ onProgress, signal }: CatalogMove, step: MoveStep, total: number): Step {
  let done = 0
  return () => {
    if (++done % STEP !== 0) return undefined
    onProgress(step, done, total)
    signal?.throwIfAborted()
    return nextTurn()
  }
}

async function copy(whole: WholeCatalog, writer: CatalogWriter, step: Step): Promise<void> {
  for (const noun of NOUNS) {
    for (const record of whole.each(noun)) {
      writer.put(noun, record)
      await step()
    }
  }
  const { sourceHomes } = writer
  for (const joined of whole.joined()) sourceHomes.put(joined)
  for (const { one, other, verdict } of whole.rulings()) sourceHomes.rule(one, other, verdict)
  for (const [home, key] of whole.keys()) sourceHomes.file(home, [key])
  for (const [source, precedence] of precedencesIn(whole.meta)) sourceHomes.precede(source, precedence)
  for (const [source, text] of attributionsIn(whole.meta)) writer.attribute(source, text)
  for (const [noun, sources] of Object.entries(contributorsIn(whole.meta)))
    for (const source of sources) writer.contribute(noun as Noun, source, true) // the stored keys are names of record types
  for (const [name, text] of whole.meta) if (name.startsWith(NOTE)) writer.setNote(name.slice(NOTE.length), text)
  sourceHomes.markFiled()
}

/** Whether source records, notes and the operators' decisions about merging are the same. */
function hasSameData(whole: WholeCatalog, writer: CatalogWriter): boolean {
  const { sourceHomes } = writer
  for (const joined of whole.joined()) if (!isDeepStrictEqual(sourceHomes.get(joined.record.zpid), joined)) return false
  for (const ruling of whole.rulings())
    if (!sourceHomes.rulings(ruling.one).some((known) => isDeepStrictEqual(known, ruling))) return false
  for (const [source, precedence] of precedencesIn(whole.meta))
    if (sourceHomes.precedences().get(source) !== precedence) return false
  for (const [name, text] of whole.meta)
    if (name.startsWith(NOTE) && writer.note(name.slice(NOTE.length)) !== text) return false
  return true
}

type Sum = Omit<MovedRecords, 'wasThere'>

async function sums(side: Pick<CatalogWriter, 'each'>, step: Step): Promise<readonly Sum[]> {
  const all: Sum[] = []
  for (const noun of NOUNS) {
    const hash = createHash('sha256')
    let rows = 0
    for (const record of side.each(noun)) {
      hash.update(JSON.stringify(record)).update('\n')
      rows++
      await step()
    }
    all.push({ noun, rows, sha256: hash.digest('hex') })
  }
  return all
}

function isSame(one: readonly Sum[], other: readonly Sum[]): boolean {
  return one.every(({ sha256 }, at) => sha256 === other[at]?.sha256)
}
