import { randomBytes } from 'node:crypto'
import type { SampleReport } from '../../../sample/sample.ts'
import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore, WriterOptions } from '../../catalog/ports/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { StepProgress, showing, type Terminal } from '../terminal/terminal.ts'
import { both, NOBODY } from './bring-up.ts'

interface DaySetting {
  readonly seed: number
  readonly cards: CardMaker
  readonly withheld: Withheld
}

interface SampleSetting extends DaySetting {
  readonly homes: number
  /** Whether a first day passes, which gives the change feeds their first entries. */
  readonly passesDay?: boolean
}

const STEPS = {
  homes: 'Making homes',
  commit: 'Preparing all records for searches',
  day: 'Letting a day pass',
} as const

/**
 * Makes a sample catalog and activates it. `report` receives the progress, and `say` each later step.
 *
 * Throws a CommandFault if the store has imported data or cannot be written, and the signal's reason if
 * `terminal.interrupted` is aborted. Errors leave the store unchanged.
 */
export async function makeSampleIn(
  store: CatalogStore,
  { cards, withheld, passesDay = false, ...size }: SampleSetting,
  terminal: Terminal,
  report = NOBODY,
  say: (step: string) => void = () => {},
): Promise<SampleReport> {
  if (store.kind() === 'imported') {
    throw new CommandFault(
      `"${store.name}" has imported data, which a sample never replaces: choose ${store.isFolder ? 'an empty folder with --data' : 'another database'}.`,
      EXIT.usage,
    )
  }
  const { makeSample } = await import('../../../sample/sample.ts')
  const { NextDay } = await import('../../../sample/next-day.ts')
  const writer = sampleWriter(store, { cards, withheld, replace: true }, terminal)
  const { clock, interrupted: signal } = terminal
  const nowMs = clock.now()
  const nextDay = passesDay ? new NextDay(size.seed, nowMs) : undefined
  const progress = new StepProgress(terminal, STEPS)
  const onProgress = both((done, total) => progress.update('homes', done, total), report)
  const begin = (step: 'commit' | 'day') => {
    progress.update(step, 0, 0)
    say(STEPS[step])
  }
  try {
    const onCommit = () => begin('commit')
    const made = await makeSample(writer, { ...size, nowMs, onProgress, onCommit, nextDay, signal })
    if (nextDay === undefined) return made
    begin('day')
    changeSample(store, { cards, withheld }, terminal, (next) => nextDay.put(next))
    return made
  } finally {
    progress.end()
  }
}

/** Simulates one more day of changes in a sample and commits it. Returns the number of changed records. */
export async function letDayPass(
  store: CatalogStore,
  { seed, ...setting }: DaySetting,
  terminal: Terminal,
): Promise<number> {
  const { putNextDay } = await import('../../../sample/next-day.ts')
  return showing(terminal, STEPS.day, (onProgress) =>
    changeSample(store, setting, terminal, (writer) => putNextDay(writer, seed, terminal.clock.now()), onProgress),
  )
}

/** Changes a sample in one transaction. `put` writes the records, and returns their number. */
function changeSample(
  store: CatalogStore,
  setting: Omit<DaySetting, 'seed'>,
  terminal: Terminal,
  put: (writer: CatalogWriter) => number,
  onProgress = NOBODY,
): number {
  const writer = sampleWriter(store, { ...setting, replace: false }, terminal)
  try {
    const changed = put(writer)
    writer.commit(onProgress)
    return changed
  } finally {
    writer.rollback()
  }
}

function sampleWriter(
  store: CatalogStore,
  setting: Pick<WriterOptions, 'cards' | 'withheld' | 'replace'>,
  { interrupted: signal }: Terminal,
): CatalogWriter {
  return store.openWriter({ ...setting, kind: 'sample', newCatalogId: () => randomBytes(8).toString('hex'), signal })
}
