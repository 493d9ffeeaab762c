import type { Debit, IdempotencyKey } from '../../../guard/access/access.ts'
import { rowsPerCreditOf } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { KeyedRequestContext } from './admit.ts'
import { granted } from './respond.ts'

/** Makes an answer and returns its price. */
export type MakeAnswer = () => Promise<{ readonly reply: Reply; readonly credits: number }>

/** An answer with a price that is charged before the answer is made. */
export interface PricedAnswer {
  /** The operation's name in the usage statistics of the key. */
  readonly operation: string
  /** The maximum price. */
  readonly credits: number
  /** Used instead of the idempotency key of the call. */
  readonly idempotencyKey?: IdempotencyKey
  readonly make: MakeAnswer
}

/** Debits the price and makes the answer. Throws a Fault with status 402 or 503 if the debit fails. */
export async function charge(answer: PricedAnswer, call: Call, requestContext: KeyedRequestContext): Promise<Reply> {
  const { operation, credits, make, idempotencyKey = call.idempotencyKey } = answer
  if (credits === 0) return (await make()).reply
  const { access, account } = requestContext
  const debit = await access.debit(account, { operation, credits, idempotencyKey })
  if (debit instanceof Fault && debit.status === 503) requestContext.balance = null
  return answerDebited(granted(debit), make, call, requestContext)
}

/**
 * Makes the answer of a debited call. Charges the actual price if the status is 200 and the client is still connected.
 * Otherwise refunds the credits.
 */
export async function answerDebited(
  debit: Debit,
  make: MakeAnswer,
  call: Call,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const { access } = requestContext
  let cost: number | undefined
  try {
    await backInSlot()
    const { reply, credits } = await make()
    if (reply.status === 200 && !call.gone) cost = credits
    return reply
  } finally {
    if (cost === undefined) await access.refund(debit)
    else {
      const { credits, balance } = await access.settle(debit, cost)
      requestContext.credits = credits
      requestContext.balance = balance
    }
  }
}

/** An answer whose price depends on its number of rows. */
interface PricedRows extends PricedAnswer {
  readonly rowsMax: number
  /** The name of the parameter that limits the number of rows. */
  readonly parameter: string
}

/** Charges for an answer that is priced per row. A 402 says how many rows the remaining credits buy. */
export async function chargeRows(
  { rowsMax, parameter, ...answer }: PricedRows,
  call: Call,
  requestContext: KeyedRequestContext,
) {
  const { access, account } = requestContext
  return charge(answer, call, requestContext).catch(async (error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'credits.exhausted') throw error
    const { remaining } = await access.balance(account)
    const rows = remaining * rowsPerCreditOf(account.plan)
    if (rows === 0 || rows >= rowsMax) throw error
    const hint = `Your remaining credits cover ${rows} rows: set ${parameter}=${rows}.`
    throw new Fault(error.code, `${error.message} ${hint}`)
  })
}
