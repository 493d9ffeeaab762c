import { parseArgs } from 'node:util'
import { beAlone } from './alone.ts'
import { type Checkout, checkOut, commitOf, removeCheckouts, runBench } from './compare/checkout.ts'
import { ratiosOf } from './compare/ratios.ts'
import { type Figure, Figures } from './figures.ts'
import { wholeNumber } from './options.ts'

const USAGE = 'npm run bench -- compare COMMIT COMMIT BENCH [--turns N] [--json] [-- options of the bench]'

/**
 * Runs one bench on two commits in turn, each in a checkout with data of its own, and tells what the second takes
 * beside the first: `compare COMMIT COMMIT BENCH`, `--turns N`, `--own-bench` to run each commit's own bench in place
 * of this one, `--json`, and after `--` the options of the bench. `compare clean` removes checkouts and their data.
 */
export async function benchCompare(args: readonly string[]): Promise<void> {
  const end = args.indexOf('--')
  const { values: options, positionals } = parseArgs({
    args: args.slice(0, end < 0 ? args.length : end),
    allowPositionals: true,
    options: {
      turns: { type: 'string', default: '5' },
      'own-bench': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [first, second, bench] = positionals
  const turns = wholeNumber('turns', options.turns)
  if (first === 'clean' && second === undefined) return removeCheckouts()
  if (first === undefined || second === undefined || bench === undefined || positionals.length > 3) {
    throw new RangeError(`Nothing can be compared as it is written: accepted is ${USAGE}.`)
  }
  const commits = [commitOf(first), commitOf(second)]
  beAlone()
  const figures = new Figures(options.json)
  const note = (text: string) => figures.note(text)
  const checkouts = commits.map((commit) => checkOut(commit, options['own-bench'], note))
  const words = [bench, ...(end < 0 ? [] : args.slice(end + 1)), '--json']
  const [ofFirst, ofSecond] = inTurns(checkouts, words, turns, note)
  const columns = [
    { name: first, unit: '' },
    { name: second, unit: '' },
    { name: 'ratio', unit: '' },
    { name: 'least', unit: '' },
    { name: 'most', unit: '' },
  ]
  figures.table(columns, ratiosOf(ofFirst ?? [], ofSecond ?? []))
  figures.end()
}

/** Each commit's figures, turn by turn. */
function inTurns(
  checkouts: readonly Checkout[],
  words: readonly string[],
  turns: number,
  note: (text: string) => void,
): Figure[][][] {
  const all: Figure[][][] = checkouts.map(() => [])
  for (let turn = 0; turn < turns; turn++) {
    const order = [...checkouts.entries()]
    // Whatever slowly changes on the machine then falls on both alike
    for (const [i, checkout] of turn % 2 === 0 ? order : order.reverse()) {
      note(`turn ${turn + 1} of ${turns}: ${checkout.commit.slice(0, 12)}`)
      all[i]?.push(runBench(checkout, words))
    }
  }
  return all
}
