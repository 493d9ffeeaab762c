import { simulateLedger } from '../test/access/ledger-simulation.ts'
import { IS_LONG } from '../test/long-run.ts'
import type { Attack, Measured } from './attack.ts'

export const ledgerLives: Attack = {
  name: 'ledger-lives',
  promise:
    'however processes die, writes tear, fail or go unheard, power is cut, and clocks and plans change: granted = spent + held + left',
  short: () => attack(IS_LONG ? 20_000 : 5_000),
  full: () => attack(100_000),
}

async function attack(runs: number): Promise<Measured> {
  const { answered, inDoubt, chargedInDoubt, lostInCuts, questions, ...counts } = await simulateLedger(runs)
  return {
    ...counts,
    'credits answered and charged': answered,
    'credits of calls in flight at a crash': inDoubt,
    'of these charged': chargedInDoubt,
    'credits that power cuts gave back': lostInCuts,
    'questions charged once': questions,
  }
}
