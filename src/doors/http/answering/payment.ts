import type { Question } from '../../../guard/access/access.ts'
import { rowsPerCreditOf } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { Reply } from '../content/reply.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import type { KeyedVisit } from './admit.ts'
import { granted } from './respond.ts'

/** An answer that is still to be made. */
export interface Priced {
  /** The name that usage has for it. */
  readonly operation: string
  /** The most that the answer can cost. */
  readonly credits: number
  /** The credits pay for this, if not for the call under the name that its caller gave it. */
  readonly question?: Question
  /** Makes the answer, and says what it costs. */
  make(): Promise<{ readonly reply: Reply; readonly credits: number }>
}

/**
 * Sets credits aside, makes the answer and charges what it costs, when it is a 200 and its client still there: anything
 * else gives the credits back. Once settled, a call stays charged.
 */
export async function charge(priced: Priced, call: Call, visit: Visit): Promise<Reply> {
  const { operation, credits, make, question = call.question } = priced
  const { access, account } = visit
  if (access === undefined || account === undefined) throw new Error('a call without a key cannot be charged')
  if (credits === 0) return (await make()).reply
  const outcome = await access.reserve(account, operation, credits, question)
  if (outcome instanceof Fault) visit.areCreditsUntold = visit.isToldElsewhere = outcome.status === 503
  const reservation = granted(outcome) // 402, 503
  let cost: number | undefined
  try {
    await backInSlot()
    const made = await make()
    if (made.reply.status === 200 && !call.gone) cost = made.credits
    return made.reply
  } finally {
    if (cost === undefined) await access.release(reservation)
    else {
      visit.areCreditsUntold = true
      visit.credits = await access.settle(reservation, cost) // 503
      visit.areCreditsUntold = false
      if (visit.credits === reservation.credits) visit.remaining = reservation.remaining
    }
  }
}

/** An answer that is priced by its rows. */
interface PricedByRows extends Priced {
  readonly rowsMax: number
  /** Says how many rows are asked for. */
  readonly parameter: string
}

/** Likewise. A caller who reads page by page is told how many rows the credits that are left pay for. */
export async function chargeRows(
  { rowsMax, parameter, ...priced }: PricedByRows,
  call: Call,
  visit: KeyedVisit,
): Promise<Reply> {
  const { access, account } = visit
  return charge(priced, call, visit).catch(async (error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'credits.exhausted') throw error
    const rows = (await access.remaining(account)) * rowsPerCreditOf(account.plan)
    if (rows === 0 || rows >= rowsMax) throw error
    const hint = `Those left cover ${rows} rows: ask for these with ${parameter}=${rows}.`
    throw new Fault(error.code, `${error.message} ${hint}`)
  })
}
