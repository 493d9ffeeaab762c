import type { MessagePort } from 'node:worker_threads'
import type { Day } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import { Line, type Sent, sent } from '../../base/line.ts'
import type { Usage } from '../access.ts'
import type { Named } from './account.ts'
import type { NamedQuestion } from './paid-questions.ts'
import type { Keeper, Shortage } from './till.ts'

/** An account as it goes to another thread: plain data, and the memory in which it is counted. */
export interface Lent {
  readonly account: Named
  readonly meter: SharedArrayBuffer
  readonly tab: SharedArrayBuffer
  readonly tabNumber: number
  readonly planNumber: number
  readonly purse: number
  /** From then on the key must be admitted anew. */
  readonly untilMs: number
}

/** What a thread that answers calls asks the thread that keeps the ledger. */
export type LedgerQuestion =
  | { readonly kind: 'admit'; readonly key: string; readonly loopback: boolean }
  | { readonly kind: 'isPaid' | 'pay'; readonly question: NamedQuestion }
  | { readonly kind: 'usage'; readonly tab: number; readonly purse: number }
  | { readonly kind: 'usageSince'; readonly keyId: string; readonly planNumber: number; readonly day: Day }
  | { readonly kind: 'lease'; readonly shortage: Shortage }
  | { readonly kind: 'flush' }

/** Of `admit`. */
export type Admission = { readonly lent: Lent } | Refused

/** Of `lease`, where credits cannot be leased. */
export interface Refused {
  readonly refused: Sent
}

/** The side of the access that keeps the ledger, as other threads use it. */
export interface Lender extends Keeper {
  /** `lane`: of the thread that asks. */
  pay(question: NamedQuestion, lane?: number): Promise<boolean>
  lend(key: string, loopback: boolean): Promise<Lent | Fault>
  usageOf(purse: { readonly tab: number; readonly purse: number }): Promise<readonly Usage[]>
  usageOfKey(keyId: string, planNumber: number, day: Day): Promise<readonly Usage[]>
}

/** Answers the questions of a lane's thread. */
export function lendOn(port: MessagePort, lender: Lender, lane: number): Line<never> {
  return new Line<never>(port, async (asked: LedgerQuestion) => {
    switch (asked.kind) {
      case 'admit': {
        const lent = await lender.lend(asked.key, asked.loopback)
        return (lent instanceof Fault ? { refused: sent(lent) } : { lent }) satisfies Admission
      }
      case 'isPaid':
        return lender.isPaid(asked.question)
      case 'pay':
        return lender.pay(asked.question, lane)
      case 'usage':
        return lender.usageOf(asked)
      case 'usageSince':
        return lender.usageOfKey(asked.keyId, asked.planNumber, asked.day)
      case 'lease': {
        const refused = await lender.lease(asked.shortage)
        return refused && ({ refused: sent(refused) } satisfies Refused)
      }
      case 'flush':
        return lender.flush()
    }
  })
}
