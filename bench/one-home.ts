import { parseArgs } from 'node:util'
import { HomeRecords } from '../src/ingest/home-records.ts'
import type { Home } from '../src/model/home.ts'
import { derivedZpid } from '../src/model/identity.ts'
import { Imports } from '../test/ingest/homes-of.ts'
import { plant, scoreOf, thinned } from '../test/ingest/planted.ts'
import { largeSample } from '../test/sample/homes.ts'
import { Figures } from './figures.ts'
import { median } from './timing.ts'

/** Rounds of records in turn: found a home for, and written as they are. */
const ROUNDS = 10

/** Plants records of a second source into a catalogue, and measures how well and how fast their homes are found. */
export async function benchOneHome(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '20000' },
      planted: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '7' },
      json: { type: 'boolean', default: false },
    },
  })
  const figures = new Figures(options.json)
  const imports = new Imports()
  try {
    const homes = thinned((await largeSample(Number(options.homes), Number(options.seed))).home)
    imports.change((writer) => {
      const records = new HomeRecords(writer)
      for (const home of homes) records.put(home, undefined)
      records.flush()
    })
    const planted = plant(homes, Number(options.planted) / 2, Number(options.seed))
    const strangers = await strangersTo(homes, planted.length, Number(options.seed) + 1)
    const writer = imports.writer()
    const records = new HomeRecords(writer)
    const joined = new Map<Home, number | undefined>()
    const rates = { stranger: [] as number[], planted: [] as number[], written: [] as number[] }
    const share = Math.ceil(planted.length / ROUNDS)
    const put = (record: Home) => {
      const joining = records.put(record, records.get(record.zpid))
      joined.set(record, joining && records.homeOf(record.zpid))
    }
    // in turns, so that whatever else the machine does falls on all
    for (let from = 0; from < planted.length; from += share) {
      const [others, own] = [strangers.slice(from, from + share), planted.slice(from, from + share)]
      rates.stranger.push(perSecond(others, put))
      rates.planted.push(
        perSecond(
          own.map(({ record }) => record),
          put,
        ),
      )
      rates.written.push(perSecond(others, (record) => writer.put('home', { ...record, zpid: record.zpid + 1 })))
    }
    const { precision, recall, wrong } = scoreOf(planted, (record) => joined.get(record))
    writer.rollback()
    figures.add(`precision of ${planted.length} records among ${homes.length} homes`, 100 * precision, '%', {
      atLeast: 99.5,
    })
    figures.add('recall', 100 * recall, '%', { atLeast: 98 })
    for (const [kind, count] of wrong) figures.add(`wrong: ${kind}`, count, 'records')
    const cpu = 'a second of processor time'
    figures.add('records looked up that are no home there', median(rates.stranger), cpu, { atLeast: 20_000 })
    figures.add('planted records looked up, half of them joined and merged', median(rates.planted), cpu)
    figures.add('for comparison, homes written', median(rates.written), cpu)
    figures.end()
  } finally {
    imports.remove()
  }
}

/** As many homes of another sample, under ids that nobody has. */
async function strangersTo(homes: readonly Home[], count: number, seed: number): Promise<readonly Home[]> {
  const { home } = await largeSample(Math.min(count, homes.length), seed)
  return home.map((one) => ({ ...one, zpid: derivedZpid('stranger', String(one.zpid)), source: 'stranger' }))
}

function perSecond(records: readonly Home[], work: (record: Home) => void): number {
  const before = process.cpuUsage()
  for (const record of records) work(record)
  const { user, system } = process.cpuUsage(before)
  return (records.length * 1e6) / (user + system)
}
