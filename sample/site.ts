import type { Random } from '../src/kit/algorithms/random.ts'
import type { HomeFacts } from '../src/model/home.ts'
import type { AgentRoster } from './agents.ts'
import type { Block } from './block.ts'
import type { House } from './building.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import type { Dwelling } from './dwelling.ts'
import type { Ledger } from './ledger.ts'
import type { Worth } from './worth.ts'

/** Everything needed to make the parts of a home. */
export interface Site {
  readonly index: number
  readonly zpid: number
  readonly random: Random
  readonly block: Block
  readonly house: House | undefined
  readonly dwelling: Dwelling
  readonly worth: Worth
  readonly facts: Draft<HomeFacts>
  readonly ledger: Ledger
  readonly calendar: Calendar
  readonly roster: AgentRoster
}
