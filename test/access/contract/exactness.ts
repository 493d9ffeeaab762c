import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Debit } from '../../../src/guard/access/access.ts'
import { Fault } from '../../../src/kit/base/failure.ts'
import { type ContractBackend, settled as charge, openTrial, remaining, TEN, turns } from './backend.ts'

interface Call {
  readonly credits: number
  /** The final cost of the call. If it exceeds the amount of the debit, only the debit is charged. */
  readonly cost: number
  readonly settles: boolean
  /** Turns of the event loop before the call begins. */
  readonly waits: number
  /** Turns of the event loop while the call runs. */
  readonly runs: number
}

const someCalls = fc.array(
  fc.record<Call>({
    credits: fc.integer({ min: 0, max: 7 }),
    cost: fc.integer({ min: 0, max: 9 }),
    settles: fc.boolean(),
    waits: fc.nat(20),
    runs: fc.nat(20),
  }),
  { minLength: 50, maxLength: 300 },
)

export function exactness(backend: ContractBackend): void {
  test('after every step, the credits equal a simple count of settled and unfinished debits', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const step = fc.record({
      credits: fc.integer({ min: 0, max: 4 }),
      cost: fc.integer({ min: 0, max: 6 }),
      closes: fc.nat(),
      settles: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const account = await trial.account((await trial.create('ten')).key)
        const open: Debit[] = []
        let left = TEN.credits
        for (const { credits, cost, closes, settles } of steps) {
          const debit = await store.access.debit(account, { operation: '/byzpid', credits })
          assert.equal(debit instanceof Fault, credits > left)
          if (debit instanceof Fault) {
            const [closing] = open.splice(closes % Math.max(1, open.length), 1)
            if (!closing) continue
            await (settles ? store.access.settle(closing, cost) : store.access.refund(closing))
            left += settles ? Math.max(0, closing.credits - cost) : closing.credits
          } else {
            left -= credits
            assert.equal(debit.balance.remaining, left)
            open.push(debit)
          }
          assert.equal(await remaining(store.access, account), left)
        }
      }),
      { numRuns: backend.isBrief ? 10 : 40 },
    )
  })

  test('N credits yield exactly N credits of settled calls, even if many calls run at the same time', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    await fc.assert(
      fc.asyncProperty(someCalls, async (calls) => {
        const { key } = await trial.create('ten')
        let settled = 0
        const run = async ({ credits, cost, settles, waits, runs }: Call): Promise<void> => {
          await turns(waits)
          const account = await trial.account(key)
          const debit = await store.access.debit(account, { operation: '/byzpid', credits })
          if (debit instanceof Fault) return
          await turns(runs)
          const charged = settles ? await charge(store.access, debit, cost) : 0
          if (!settles) await store.access.refund(debit)
          settled += charged
        }
        await Promise.all(calls.map(run))
        const account = await trial.account(key)
        assert.ok(settled <= TEN.credits)
        assert.equal(await remaining(store.access, account), TEN.credits - settled)
        for (let left = TEN.credits - settled; left > 0; left--) await trial.spend(account, 1)
        assert.ok((await store.access.debit(account, { operation: '/byzpid', credits: 1 })) instanceof Fault)
      }),
      { numRuns: backend.isBrief ? 6 : 20 },
    )
  })
}
