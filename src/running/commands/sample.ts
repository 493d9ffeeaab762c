import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import { catalogStoreOf, withheldOf } from '../serving/backend.ts'
import { letDayPass, makeSampleIn } from '../serving/first-sample.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'

const MAX_HOMES = 10_000_000

type SampleReport = Awaited<ReturnType<typeof makeSampleIn>>

/** `plat sample` makes a catalog of invented data. It replaces an earlier sample, but never imported data. */
export const COMMAND: SingleCommand = {
  description: 'Make a sample catalog of invented homes in real places. The same seed makes the same homes.',
  examples: `Example:
  ./plat sample --homes 5000 --data trial
  ./plat sample --days 3 --data trial      let three days pass: prices change, homes are listed, sold and withdrawn`,
  options: ['homes', 'seed', 'days', 'data'],
  run: sample,
}

async function sample(call: Call): Promise<void> {
  const { terminal, settings, options } = call
  const { data: dataDir, homes, seed } = settings
  const { days = 0 } = options
  if (days > 0) return letDaysPass(call, days)
  if (homes < 1 || homes > MAX_HOMES) {
    throw new CommandFault(
      `The number of homes must be a whole number from 1 to ${MAX_HOMES}; you gave "${homes}".`,
      EXIT.usage,
    )
  }
  const startMs = terminal.clock.now()
  terminal.note(`Making a sample of ${grouped(homes)} homes.`)
  const store = await catalogStoreOf(settings, 'sample')
  const withheld = await withheldOf(settings)
  const report = await makeSampleIn(store, { homes, seed, cards: cardsOf(settings), withheld }, terminal)
  for (const line of summary(store, dataDir, report, terminal.clock.now() - startMs)) terminal.print(line)
}

async function letDaysPass(call: Call, days: number): Promise<void> {
  const { terminal, settings } = call
  const store = await catalogStoreOf(settings)
  if (store.kind() !== 'sample')
    throw new CommandFault(
      `Cannot let days pass in "${store.name}", because it has no sample: make one with ./plat sample.`,
      EXIT.usage,
    )
  const setting = { seed: settings.seed, cards: cardsOf(settings), withheld: await withheldOf(settings) }
  terminal.note(`Letting ${days === 1 ? 'a day' : `${days} days`} pass in ${store.name}.`)
  let changed = 0
  for (let day = 0; day < days; day++) changed += await letDayPass(store, setting, terminal)
  terminal.print(
    `${days} ${days === 1 ? 'day has' : 'days have'} passed in ${store.name}: ${grouped(changed)} changes.`,
  )
}

function summary(store: CatalogStore, dataDir: string, report: SampleReport, elapsedMs: number): string[] {
  const seconds = Math.max(0.1, elapsedMs / 1000)
  const disk = store.isFolder ? `, ${grouped(Math.round(catalogBytes(dataDir) / 1e6))} MB on disk` : ''
  return [
    `Made a sample catalog in ${store.name}: ${grouped(report.homes)} homes in ${report.metros} metros of ${report.states} states.`,
    `  ${grouped(report.forSale)} for sale, ${grouped(report.forRent)} for rent, ${grouped(report.sold)} sold, ${grouped(report.offMarket)} off the market`,
    `  ${grouped(report.buildings)} buildings, ${grouped(report.agents)} agents, ${grouped(report.people)} people, ${grouped(report.offers)} Polish offers, ${grouped(report.experiences)} experiences`,
    `  ${seconds.toFixed(1)} s, ${grouped(Math.round(report.homes / seconds))} homes/s${disk}`,
  ]
}

function catalogBytes(dataDir: string): number {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('catalogue'))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}
