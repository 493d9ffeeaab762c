import { bench } from './harness/bench.ts'
import { PlatProgram } from './harness/program.ts'
import { sampleFolder } from './harness/samples.ts'
import { numbers, quantile } from './harness/timing.ts'

const DEFAULTS = { homes: 1_000_000, seed: 1, rounds: 100, folder: '' }

const WANTED_P99_MS = 50

const COLUMNS = [
  { name: 'first', unit: 'ms' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'matches', unit: '' },
]

const CITIES = ['Austin', 'Seattle', 'Chicago', 'Miami', 'Phoenix', 'Denver', 'Boston', 'Dallas', 'Portland', 'Tampa']
const STATES = ['TX', 'CA', 'FL', 'WA', 'IL', 'AZ', 'CO', 'MA', 'OR', 'NY']
const KINDS = ['Single Family Residence', 'Condominium', 'Townhouse', 'Apartment', 'Manufactured Home']

/** A user's action in a data grid. Returns the options of the OData request, which differ from round to round. */
type Gesture = (round: number) => Readonly<Record<string, string>>

const pick = <T>(values: readonly T[], round: number): T => values[round % values.length] as T // never undefined, since the list is not empty
const counted = ($filter: string) => ({ $filter, $count: 'true' })

const GESTURES: Readonly<Record<string, Gesture>> = {
  'a count': () => ({ $count: 'true' }),
  'a city': (n) => counted(`City eq '${pick(CITIES, n)}'`),
  'a state': (n) => counted(`StateOrProvince eq '${pick(STATES, n)}'`),
  'a least price': (n) => counted(`ListPrice ge ${300_000 + 1000 * n}`),
  'a least year': (n) => counted(`YearBuilt ge ${1950 + (n % 70)}`),
  'a subtype': (n) => counted(`PropertySubType eq '${pick(KINDS, n)}'`),
  'a part of a city': (n) => counted(`contains(City,'${pick(CITIES, n).slice(1, 4)}')`),
  'a part of a city in any letter case': (n) =>
    counted(`contains(tolower(City),'${pick(CITIES, n).slice(0, 3).toLowerCase()}')`),
  'the beginning of a city': (n) => counted(`startswith(City,'${pick(CITIES, n).slice(0, 3)}')`),
  'the dearest': (n) => ({ $orderby: 'ListPrice desc', $skip: String(100 + n) }),
  'by city, then price': (n) => ({ $orderby: 'City,ListPrice', $skip: String(100 + n) }),
  'by year in a state': (n) => ({
    $filter: `StateOrProvince eq '${pick(STATES, n)}'`,
    $orderby: 'YearBuilt',
    $skip: '100',
  }),
  closed: (n) => ({ $filter: "StandardStatus eq 'Closed'", $skip: String(n) }),
  'the newest active ones with bedrooms': (n) => ({
    ...counted(`StandardStatus eq 'Active' and BedroomsTotal ge ${1 + (n % 5)}`),
    $orderby: 'ModificationTimestamp desc',
  }),
  'far behind, by city and price': (n) => ({ $orderby: 'City,ListPrice', $skip: String(500_000 + n) }),
}

const SELECTED =
  'ListingKey,StandardStatus,ListPrice,City,StateOrProvince,BedroomsTotal,YearBuilt,ModificationTimestamp'

/**
 * Measures a data grid's requests for 50 Property rows. They go over HTTP to one worker of the real program, without
 * cached answers. Options: `--homes` of a sample, `--seed`, `--rounds`; `--folder` for an existing data folder.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const dataDir = given.folder || (await sampleFolder(given, figures))
  const program = await PlatProgram.start(dataDir, '0', ['--answers-mb', '0', '--workers', '1'])
  const rows = []
  for (const [name, gesture] of Object.entries(GESTURES)) {
    const first = await answerTo(program, gesture(0))
    const times: number[] = []
    for (const round of numbers(given.rounds)) times.push((await answerTo(program, gesture(round))).ms)
    figures.add(`p99 of ${name}`, quantile(times, 0.99), 'ms', { atMost: WANTED_P99_MS })
    rows.push({ name, values: [first.ms, quantile(times, 0.5), quantile(times, 0.99), first.matches ?? Number.NaN] })
  }
  figures.table(COLUMNS, rows)
  await program.end()
})

interface Answered {
  readonly ms: number
  readonly matches: number | undefined
}

async function answerTo(program: PlatProgram, options: Readonly<Record<string, string>>): Promise<Answered> {
  const query = Object.entries({ $top: '50', $select: SELECTED, ...options })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const startMs = performance.now()
  const { body } = await program.get(`/odata/Property?${query}`)
  const ms = performance.now() - startMs
  const { '@odata.count': matches } = JSON.parse(body.toString()) // the service answers with this type
  return { ms, matches }
}
