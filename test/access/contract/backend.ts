import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Access, Account, Debit, Entry, Plan } from '../../../src/guard/access/access.ts'
import type { Keyring, KeysRead } from '../../../src/guard/access/keyring.ts'
import { fixedClock } from '../../../src/kit/base/clock.ts'
import { type FailureCode, Fault } from '../../../src/kit/base/failure.ts'

/**
 * A backend that the contract tests. It opens access and a keyring on the same new store, with a clock that tests set.
 */
export interface ContractBackend {
  /** Whether property-based tests run few examples, because each step takes long. */
  readonly isBrief?: boolean
  open(setup: {
    readonly plans: readonly Plan[]
    readonly clock: ReturnType<typeof fixedClock>
    readonly demo: () => boolean
  }): Promise<ContractStore>
}

export interface ContractStore {
  readonly access: Access
  readonly keyring: Keyring
  /** Opens the keys for reading, with the current plans. The caller must close them. */
  read(): Promise<KeysRead>
  /** Applies changes to keys and plans now. A running service applies them within a second. */
  refresh(): Promise<void>
  /** Closes the access and opens a new one on the same store. */
  reopen(): Promise<Access>
  /** Overwrites the plans, as an operator does. */
  setPlans(plans: readonly Plan[]): Promise<void>
  close(): Promise<void>
}

export const START_MS = Date.parse('2026-11-20T10:30:00Z')

export const TEN: Plan = {
  name: 'ten',
  credits: 10,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 2,
  burst: 4,
  callsInFlight: 3,
}
export const ONCE: Plan = { ...TEN, name: 'once', period: 'once' }
export const MANY: Plan = { ...TEN, name: 'many', credits: 1_000 }
export const DEMO: Plan = { ...TEN, name: 'demo' }

/** Opens a new store, with functions that many tests need. */
export async function openTrial(backend: ContractBackend, context: TestContext, demo = () => false) {
  const clock = fixedClock(START_MS)
  const store = await backend.open({ plans: [TEN, ONCE, MANY, DEMO], clock, demo })
  context.after(() => store.close())
  return {
    store,
    clock,
    async create(plan: string, expiresMs?: number) {
      const issued = await store.keyring.create({ plan, label: 'a label', expiresMs })
      await store.refresh()
      return issued
    },
    account: async (key: string): Promise<Account> => granted(await store.access.admit(key, false)),
    async refused(key: string | undefined, code: FailureCode): Promise<Fault> {
      const fault = await store.access.admit(key, false)
      assert.ok(fault instanceof Fault, 'the key was let in')
      assert.equal(fault.code, code)
      return fault
    },
    async spend(account: Account, credits: number, operation = '/byzpid'): Promise<void> {
      await store.access.settle(granted(await store.access.debit(account, { operation, credits })))
    },
  }
}

export function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}

/** Returns how many credits of its period an account has left. */
export async function remaining(access: Access, account: Account): Promise<number> {
  return (await access.balance(account)).remaining
}

/** Settles a debit and returns the credits charged. */
export async function settled(access: Access, debit: Debit, cost?: number): Promise<number> {
  return (await access.settle(debit, cost)).credits
}

export function refusedWith(outcome: Entry | Fault, code: FailureCode, retryAfterS: number): void {
  assert.ok(outcome instanceof Fault)
  assert.deepEqual([outcome.code, outcome.status, outcome.extras.retryAfterS], [code, 429, retryAfterS])
}

export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await (turn % 3 === 0 ? new Promise(setImmediate) : undefined)
}
