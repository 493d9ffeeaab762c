import { simulateLedger } from '../test/access/ledger-simulation.ts'
import type { Attack } from './attack.ts'

export const ledgerLives: Attack = {
  name: 'ledger-lives',
  promise: 'no credit is granted twice or lost if threads and processes die and writes fail or get no answer',
  short: () => simulateLedger(2000),
  long: '`npm test` runs the first forty of these simulations, in src/guard/access/ledger.test.ts.',
  full: () => simulateLedger(10_000),
}
