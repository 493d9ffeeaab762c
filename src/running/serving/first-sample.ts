import { randomBytes } from 'node:crypto'
import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import { makeSample, type SampleReport } from '../../intake/sample/sample.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { both, NOBODY } from './bring-up.ts'

interface SampleSetting {
  readonly homes: number
  readonly seed: number
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/**
 * Makes a sample catalogue and puts it in force. Throws a CommandFault where there is imported data or
 * nothing can be written, and the reason of `terminal.interrupted` once that is aborted; all is then as before. `tell`
 * hears of the progress.
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
  const writer = store.openWriter({
    kind: 'sample',
    replace: true,
    cards,
    withheld,
    newCatalogId: () => randomBytes(8).toString('hex'),
    signal: terminal.interrupted,
  })
  const { clock, interrupted: signal } = terminal
  return showing(terminal, 'Making homes', (onProgress) =>
    makeSample(writer, { ...size, nowMs: clock.now(), onProgress: both(onProgress, tell), signal }),
  )
}
