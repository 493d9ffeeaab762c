import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Settings } from '../base/settings.ts'
import type { CardMaker } from '../catalog/cards.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { Withheld } from '../catalog/withheld.ts'
import { makeSample, type SampleReport } from '../sample/sample.ts'
import { catalogStoreOf, withheldOf } from './database.ts'
import { EXIT_CODES_HELP, readTold, withOptions } from './options.ts'
import { Progress, type Terminal } from './terminal.ts'
import { cardsOf } from './words.ts'

const MAX_HOMES = 10_000_000

const AFTER_HELP = `${EXIT_CODES_HELP}

Example:
  ./plat sample --homes 5000 --data trial`

/** `plat sample`: makes a sample catalogue, in place of one that is there already, never of imported data. */
export function sampleCommand(terminal: Terminal): Command {
  const command = new Command('sample')
    .summary('make a catalogue of invented homes')
    .description('Make a catalogue of invented homes on real places. The same seed makes the same homes.')
    .addHelpText('after', AFTER_HELP)
    .action(() => runSample(terminal, readTold(command, terminal).settings))
  return withOptions(command, ['homes', 'seed', 'data'])
}

async function runSample(terminal: Terminal, settings: Settings): Promise<void> {
  const { data: dataDir, homes, seed } = settings
  if (homes < 1 || homes > MAX_HOMES) {
    throw new CommandFault(
      `Cannot make "${homes}" homes: accepted is a whole number from 1 to ${MAX_HOMES}.`,
      EXIT.usage,
    )
  }
  const startMs = terminal.clock.now()
  const store = await catalogStoreOf(settings)
  const withheld = await withheldOf(settings)
  const report = await makeSampleIn(store, { homes, seed, cards: cardsOf(settings), withheld }, terminal)
  for (const line of summary(store, dataDir, report, terminal.clock.now() - startMs)) terminal.print(line)
}

interface SampleSetting {
  readonly homes: number
  readonly seed: number
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/**
 * Makes a sample catalogue and puts it in force. Throws a CommandFault where there is imported data or
 * nothing can be written, and the reason of `terminal.interrupted` once that is aborted; all is then as before.
 */
export async function makeSampleIn(
  store: CatalogStore,
  { cards, withheld, ...size }: SampleSetting,
  terminal: Terminal,
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
  const progress = new Progress(terminal, 'Making homes')
  try {
    return await makeSample(writer, {
      ...size,
      nowMs: terminal.clock.now(),
      onProgress: (made, total) => progress.update(made, total),
      signal: terminal.interrupted,
    })
  } finally {
    progress.end()
  }
}

function summary(store: CatalogStore, dataDir: string, report: SampleReport, elapsedMs: number): string[] {
  const seconds = Math.max(0.1, elapsedMs / 1000)
  const disk = store.isFolder ? `, ${count(Math.round(catalogBytes(dataDir) / 1e6))} MB on disk` : ''
  return [
    `Made a sample catalogue in ${store.name}: ${count(report.homes)} homes in ${report.metros} metros of ${report.states} states.`,
    `  ${count(report.forSale)} for sale, ${count(report.forRent)} for rent, ${count(report.sold)} sold, ${count(report.offMarket)} off the market`,
    `  ${count(report.buildings)} buildings, ${count(report.agents)} agents, ${count(report.people)} people, ${count(report.offers)} Polish offers, ${count(report.experiences)} experiences`,
    `  ${seconds.toFixed(1)} s, ${count(Math.round(report.homes / seconds))} homes a second${disk}`,
  ]
}

function catalogBytes(dataDir: string): number {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('catalogue'))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
