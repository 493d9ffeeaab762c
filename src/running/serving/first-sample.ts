import { randomBytes } from 'node:crypto'
import type { SampleReport } from '../../../sample/sample.ts'
import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore, WriterOptions } from '../../catalog/ports/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { both, NOBODY } from './bring-up.ts'

interface DaySetting {
  readonly seed: number
  readonly cards: CardMaker
  readonly withheld: Withheld
}

interface SampleSetting extends DaySetting {
  readonly homes: number
}

/**
 * Makes a sample catalog and puts it in force. Throws a CommandFault if there is imported data or nothing can be
 * written, and the reason of `terminal.interrupted` once that is aborted; the store is then as before. `tell` is called
 * with the progress. The makers of `sample/` are loaded when they are needed: no other part of the service knows them.
 */
export async function makeSampleIn(
  store: CatalogStore,
  { cards, withheld, ...size }: SampleSetting,
  terminal: Terminal,
  tell = NOBODY,
): Promise<SampleReport> {
  if (store.kind() === 'imported') {
    throw new CommandFault(
      `"${store.name}" holds imported data: a sample replaces only another sample, so choose ${store.isFolder ? 'an empty folder with --data' : 'another database'}.`,
      EXIT.usage,
    )
  }
  const { makeSample } = await import('../../../sample/sample.ts')
  const writer = sampleWriter(store, { cards, withheld, replace: true }, terminal)
  const { clock, interrupted: signal } = terminal
  return showing(terminal, 'Making homes', (onProgress) =>
    makeSample(writer, { ...size, nowMs: clock.now(), onProgress: both(onProgress, tell), signal }),
  )
}

/** Lets a day pass in the sample of a store, in a commit of its own. Returns how many records it changed. */
export async function letDayPass(
  store: CatalogStore,
  { seed, ...setting }: DaySetting,
  terminal: Terminal,
): Promise<number> {
  const { putNextDay } = await import('../../../sample/next-day.ts')
  const writer = sampleWriter(store, { ...setting, replace: false }, terminal)
  try {
    const changed = putNextDay(writer, seed, terminal.clock.now())
    showing(terminal, 'Letting a day pass', (onProgress) => writer.commit(onProgress))
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
