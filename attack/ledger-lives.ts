import { simulateLedger } from '../test/access/ledger-simulation.ts'
import { IS_LONG } from '../test/long-run.ts'
import type { Attack } from './attack.ts'

export const ledgerLives: Attack = {
  name: 'ledger-lives',
  promise:
    'however threads and processes die and writes fail or go unheard, no credit is given twice, and none is lost',
  short: () => simulateLedger(IS_LONG ? 2000 : 200),
  full: () => simulateLedger(10_000),
}
