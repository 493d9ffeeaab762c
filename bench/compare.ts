import { type Checkout, checkOut, commitOf, removeCheckouts, runBench } from './compare/checkout.ts'
import { ratiosOf } from './compare/ratios.ts'
import { beAlone, readOptions } from './harness/bench.ts'
import { type Figure, Figures } from './harness/figures.ts'

const USAGE = 'npm run bench -- compare COMMIT COMMIT BENCH [--turns N] [--json] [-- options of the bench]'
const DEFAULTS = { turns: 5, 'own-bench': false, json: false }
const COLUMNS = ['ratio', 'least', 'most']

/**
 * `compare COMMIT COMMIT BENCH` runs a bench on two commits alternately, and compares the figures. Each commit is a
 * checkout with its own data. `--turns N` sets how often each commit is measured. With `--own-bench`, each commit uses
 * its own version of the bench. `--json` prints JSON. Options after `--` go to the bench. `compare clean` removes
 * checkouts and their data.
 */
export async function run(words: readonly string[]): Promise<void> {
  const end = words.includes('--') ? words.indexOf('--') : words.length
  const firstOption = words.findIndex((word) => word.startsWith('--'))
  const names = words.slice(0, firstOption < 0 ? words.length : firstOption)
  const { turns, 'own-bench': ownBench, json } = readOptions(DEFAULTS, words.slice(names.length, end))
  const [first, second, bench] = names
  if (first === 'clean' && second === undefined) return removeCheckouts()
  if (first === undefined || second === undefined || bench === undefined || names.length > 3) {
    throw new RangeError(`The arguments must be ${USAGE}.`)
  }
  const commits = [commitOf(first), commitOf(second)]
  beAlone()
  const figures = new Figures(json)
  const note = (text: string) => figures.note(text)
  const checkouts = commits.map((commit) => checkOut(commit, ownBench, note))
  const benchWords = [bench, ...words.slice(end + 1), '--json']
  const [ofFirst, ofSecond] = inTurns(checkouts, benchWords, turns, note)
  const columns = [first, second, ...COLUMNS].map((name) => ({ name, unit: '' }))
  figures.table(columns, ratiosOf(ofFirst ?? [], ofSecond ?? []))
  figures.end()
}

/** Runs the bench on the commits alternately. Returns the figures of each run, by commit. */
function inTurns(
  checkouts: readonly Checkout[],
  words: readonly string[],
  turns: number,
  note: (text: string) => void,
): Figure[][][] {
  const all: Figure[][][] = checkouts.map(() => [])
  for (let turn = 0; turn < turns; turn++) {
    const order = [...checkouts.entries()]
    // the order alternates, so that a machine that becomes slower affects both commits alike
    for (const [i, checkout] of turn % 2 === 0 ? order : order.reverse()) {
      note(`turn ${turn + 1} of ${turns}: ${checkout.commit.slice(0, 12)}`)
      all[i]?.push(runBench(checkout, words))
    }
  }
  return all
}
