import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../../src/guard/access/access.ts'
import { Random } from '../../../src/kit/algorithms/random.ts'
import { Fault } from '../../../src/kit/base/failure.ts'
import { type ContractBackend, type ContractStore, granted, openTrial, TEN } from './backend.ts'

const SEEDS = 40
const SEEDS_IN_BRIEF = 8
const STEPS = 120

/** After this many milliseconds without calls, rate limits forget a key. */
const IDLE_MS = 60_000

/** Keys with calls at any stage. Steps of different calls may be mixed in any order. */
interface Life {
  readonly store: ContractStore
  readonly random: Random
  readonly keys: readonly { readonly key: string; readonly keyId: string }[]
  readonly idle: () => void
  /** Accounts of calls that were admitted but have not begun, one per call. */
  readonly admitted: Account[]
  readonly inFlight: Account[]
  readonly admissions: Promise<void>[]
}

const STEPS_OF_A_CALL: Readonly<Record<string, (life: Life) => void | Promise<void>>> = {
  begin: ({ store, random, keys, admitted, admissions }) => {
    const { key } = random.pick(keys)
    const admission = store.access.admit(key, false).then((account) => void admitted.push(granted(account)))
    admissions.push(admission)
  },
  wait: async ({ admissions }) => {
    await admissions.shift()
  },
  enter: async ({ store, random, admitted, inFlight }) => {
    const [account] = admitted.splice(random.below(admitted.length), 1)
    if (account === undefined || (await store.access.enter(account)) instanceof Fault) return
    inFlight.push(account)
  },
  leave: ({ store, random, inFlight }) => {
    const [account] = inFlight.splice(random.below(inFlight.length), 1)
    if (account !== undefined) store.access.leave(account)
  },
  spend: async ({ store, inFlight }) => {
    const [account] = inFlight
    if (account === undefined) return
    const debit = await store.access.debit(account, { operation: '/byzpid', credits: 1 })
    if (!(debit instanceof Fault)) await store.access.refund(debit)
  },
  forget: async ({ store, idle }) => {
    idle()
    await store.refresh()
  },
  change: async ({ store, random, keys }) => {
    const { keyId } = random.pick(keys)
    await store.keyring.changePlan(keyId, random.pick(['ten', 'many']))
  },
  edit: async ({ store }) => {
    await store.setPlans([TEN, { ...TEN, name: 'many', credits: 1_000 }])
  },
}

/**
 * Tests that a key gets back the slot of every call. Calls are admitted, begin and end in any order, and keys change.
 */
export function inFlight(backend: ContractBackend): void {
  test('a call frees its slot, even if its key changes after the call was admitted', async (context) => {
    const { store, clock, create } = await openTrial(backend, context)
    for (let seed = 1; seed <= (backend.isBrief ? SEEDS_IN_BRIEF : SEEDS); seed++) {
      const issued = [await create('ten'), await create('many')]
      const random = new Random(seed, 'calls in flight')
      const keys = issued.map(({ key, info }) => ({ key, keyId: info.keyId }))
      const idle = () => clock.set(clock.now() + IDLE_MS)
      const life: Life = { store, random, keys, idle, admitted: [], inFlight: [], admissions: [] }
      for (let step = 0; step < STEPS; step++) await STEPS_OF_A_CALL[random.pick(Object.keys(STEPS_OF_A_CALL))]?.(life)
      for (const account of life.inFlight) store.access.leave(account)
      await Promise.all(life.admissions)
      idle()
      for (const { key } of keys) {
        const account = granted(await store.access.admit(key, false))
        for (let place = 0; place < TEN.callsInFlight; place++) granted(await store.access.enter(account))
        assert.ok((await store.access.enter(account)) instanceof Fault, `seed ${seed}`)
        for (let place = 0; place < TEN.callsInFlight; place++) store.access.leave(account)
      }
    }
  })
}
