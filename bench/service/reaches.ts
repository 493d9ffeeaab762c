import type { Figures } from '../figures.ts'
import { median } from '../timing.ts'
import { rateOf, USUAL_CONNECTIONS } from './bench.ts'
import { type Cell, shareOfBare } from './cells.ts'
import type { Form, OperationName } from './operations.ts'

const MIN_GZIP_BESIDE_PLAIN = 1
const MIN_TIMES_COMPRESSING = 8
const MIN_SHARE_FIRST = 0.45
const MIN_SHARE_AGAIN = 0.6
const MIN_PRO_PER_S = 2000
const MIN_AUTOCOMPLETE_PER_S = 6000

/** What callers shall get, each ratio within a round, at the usual number of connections where it was measured. */
export function addReaches(rounds: readonly (readonly Cell[])[], figures: Figures): void {
  const cells = rounds.flat()
  const counts = [...new Set(cells.map(({ connections }) => connections))]
  const usual = counts.includes(USUAL_CONNECTIONS) ? USUAL_CONNECTIONS : (counts[0] ?? USUAL_CONNECTIONS)
  const names = [...new Set(cells.map(({ operation }) => operation))]
  const of = (operation: OperationName, form: Form) =>
    cells.filter((cell) => cell.operation === operation && cell.form === form && cell.connections === usual)
  const ofEach = (operation: OperationName, form: Form, value: (cell: Cell) => number) =>
    median(of(operation, form).map(value))
  const firstShare = (cell: Cell) => shareOfBare(cell, 'first')

  figures.heading(`What callers shall get, ${usual} connections`)
  if (names.includes('searches')) {
    const plain = of('searches', 'plain')
    const ratios = of('searches', 'gzip').map(({ first }, round) => {
      const beside = plain[round]
      return beside === undefined ? Number.NaN : rateOf(first) / rateOf(beside.first)
    })
    figures.add('searches as gzip beside the same plain', median(ratios), 'times', { atLeast: MIN_GZIP_BESIDE_PLAIN })
    const compressed = (cell: Cell) => rateOf(cell.first) / (cell.compressing ? rateOf(cell.compressing) : Number.NaN)
    figures.add(
      'searches as gzip beside the bare server that compresses',
      ofEach('searches', 'gzip', compressed),
      'times',
      { atLeast: MIN_TIMES_COMPRESSING },
    )
    for (const form of ['plain', 'gzip'] as const) {
      const share = ofEach('searches', form, firstShare)
      figures.add(`searches ${form}, first time, beside the bare server`, share, 'of it', { atLeast: MIN_SHARE_FIRST })
    }
  }
  if (names.includes('/pro/byzpid')) {
    const rate = ofEach('/pro/byzpid', 'gzip', ({ first }) => rateOf(first))
    figures.add('/pro/byzpid gzip, first time', rate, '/s', { atLeast: MIN_PRO_PER_S })
  }
  if (names.includes('/byzpid')) {
    const share = ofEach('/byzpid', 'plain', firstShare)
    figures.add('/byzpid, first time, beside the bare server', share, 'of it', { atLeast: MIN_SHARE_FIRST })
  }
  if (names.includes('/autocomplete')) {
    const rate = ofEach('/autocomplete', 'plain', ({ first }) => rateOf(first))
    figures.add('/autocomplete, first time', rate, '/s', { atLeast: MIN_AUTOCOMPLETE_PER_S })
  }
  for (const name of names) {
    for (const form of ['plain', 'gzip'] as const) {
      const share = ofEach(name, form, (cell) => shareOfBare(cell, 'again'))
      figures.add(`${name} ${form}, again, beside the bare server`, share, 'of it', { atLeast: MIN_SHARE_AGAIN })
    }
  }
  const failures = cells.reduce((sum, { first, again }) => sum + first.failures + again.failures, 0)
  figures.add('answers other than 200', failures, '', { atMost: 0 })
}
