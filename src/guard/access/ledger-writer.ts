import { setTimeout as pause } from 'node:timers/promises'
import { CommandFault, type Fault } from '../../kit/base/failure.ts'
import { Turns } from '../../kit/postgres/turns.ts'
import type { Trouble } from '../../kit/store/trouble.ts'
import type { LedgerLine, LedgerStore, LineResult } from './ledger-store.ts'
import { creditsUnwritable } from './refusals.ts'

const PATIENCE_MS = 2000
const RETRY_MS = 20

export interface LedgerWriterParts {
  readonly store: LedgerStore
  /** Logs when the store cannot be written, and when it can be written again. */
  readonly trouble: Pick<Trouble, 'met' | 'over'>
  /** How long to retry a failing transaction. After that, calls get a 503 until a transaction succeeds. */
  readonly patienceMs?: number
}

/** A change whose caller waits for the transaction. */
interface WaitingLine {
  readonly line: LedgerLine
  readonly resolve: (result: LineResult) => void
  readonly reject: (fault: Fault) => void
}

interface Transaction {
  readonly number: number
  readonly owed: readonly LedgerLine[]
  readonly waiting: readonly WaitingLine[]
}

/** Writes the changes of each event loop turn in one transaction. Transactions run one after another. */
export class LedgerWriter {
  readonly #parts: LedgerWriterParts
  readonly #turns = new Turns<WaitingLine | undefined>((lines) =>
    this.#write(lines.filter((line) => line !== undefined)),
  )
  /** Changes for which no call waits. They are stored with a later transaction. */
  #owed: LedgerLine[] = []
  readonly #refundWaiters = new Set<() => void>()
  #transactions = 0
  /** The last transaction, if it failed but may have been stored anyway. Its calls were refused. */
  #unconfirmed: Transaction | undefined
  #failingSinceMs = 0
  #failure: unknown

  constructor(parts: LedgerWriterParts) {
    this.#parts = parts
  }

  /** Stores a change and returns its result. Rejects with a Fault (status 503). */
  stored(line: LedgerLine): Promise<LineResult> {
    return new Promise((resolve, reject) => this.#turns.add({ line, resolve, reject }))
  }

  /** Stores a change with the next successful transaction. */
  owe(line: LedgerLine): void {
    this.#owed.push(line)
    this.#turns.add(undefined)
  }

  /** Whether a change that is not stored yet may refund credits of the key. */
  owes(keyId: string): boolean {
    return this.#owed.some((line) => line.kind === 'end' || (line.kind === 'refund' && line.keyId === keyId))
  }

  /** Resolves with true once a refund is stored, or with false after `withinMs`. */
  nextRefund(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isRefunded: boolean) => {
        clearTimeout(timer)
        this.#refundWaiters.delete(refunded)
        resolve(isRefunded)
      }
      const refunded = () => end(true)
      const timer = setTimeout(() => end(false), withinMs)
      this.#refundWaiters.add(refunded)
    })
  }

  /** Resolves once all earlier changes are stored or have failed. */
  flush(): Promise<void> {
    return this.#turns.flush()
  }

  /** Tries again to store the changes that could not be stored. */
  catchUp(): Promise<void> {
    if (this.#unconfirmed !== undefined || this.#owed.length > 0) this.#turns.add(undefined)
    return this.flush()
  }

  /** Why the store cannot be written; undefined if it can. */
  get failure(): unknown {
    return this.#failure
  }

  async #write(waiting: readonly WaitingLine[]): Promise<void> {
    if (!(await this.#confirm())) return refuse(waiting)
    const owed = this.#owed
    this.#owed = []
    if (owed.length + waiting.length === 0) return
    this.#transactions += 1
    const transaction = { number: this.#transactions, owed, waiting }
    const results = await this.#try(transaction)
    if (results === undefined) {
      this.#unconfirmed = transaction
      return refuse([...waiting, ...this.#turns.takeWaiting().filter((each) => each !== undefined)])
    }
    for (const [place, { resolve }] of waiting.entries()) resolve(results[owed.length + place] as LineResult) // in bounds: one result per line
    if (owed.some(({ kind }) => kind !== 'use')) for (const refunded of this.#refundWaiters) refunded()
  }

  /**
   * Repeats a transaction that may have been stored, and refunds its debits, because their calls were refused. Returns
   * false if the store still fails.
   */
  async #confirm(): Promise<boolean> {
    const transaction = this.#unconfirmed
    if (transaction === undefined) return true
    const results = await this.#try(transaction)
    if (results === undefined) return false
    this.#unconfirmed = undefined
    const { owed, waiting } = transaction
    for (const [place, { line }] of waiting.entries()) {
      const credits = results[owed.length + place]?.credits
      if (line.kind !== 'debit' || credits === undefined) continue
      this.#owed.push({ ...line, kind: 'refund', credits: line.id === undefined ? credits : 0, calls: 1 })
      if (line.id !== undefined) this.#owed.push({ kind: 'end', name: line.id.name, cost: null })
    }
    return true
  }

  /** Undefined if the store has failed for too long. */
  async #try({ number, owed, waiting }: Transaction): Promise<readonly LineResult[] | undefined> {
    const { store, trouble, patienceMs = PATIENCE_MS } = this.#parts
    const lines = [...owed, ...waiting.map(({ line }) => line)]
    if (this.#failure === undefined) this.#failingSinceMs = performance.now()
    for (;;) {
      try {
        const results = await store.write(number, lines)
        this.#failure = undefined
        trouble.over()
        return results
      } catch (error) {
        if (!(error instanceof CommandFault)) trouble.met(error)
        this.#failure = error
        if (performance.now() - this.#failingSinceMs >= patienceMs) {
          trouble.met(error)
          return undefined
        }
        await pause(Math.min(RETRY_MS, patienceMs))
      }
    }
  }
}

function refuse(waiting: readonly WaitingLine[]): void {
  for (const { reject } of waiting) reject(creditsUnwritable())
}
