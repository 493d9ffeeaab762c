import { simulateLedger } from '../test/access/ledger-simulation.ts'
import { IS_LONG } from '../test/long-run.ts'
import type { Attack } from './attack.ts'

export const ledgerLives: Attack = {
  name: 'ledger-lives',
  promise: 'no credit is granted twice or lost if threads and processes die and writes fail or get no answer',
  short: () => simulateLedger(IS_LONG ? 2000 : 200),
  full: () => simulateLedger(10_000),
}
