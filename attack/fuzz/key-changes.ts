import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../../src/guard/access/access.ts'
import { loadPlans, openKeyring, PLANS_FILE } from '../../src/guard/access/index.ts'
import type { Keyring } from '../../src/guard/access/keyring.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { plansText, writePlans } from '../../test/access/write-plans.ts'
import type { Random } from '../../test/engine/random.ts'
import { WIDE } from '../harness.ts'

/** Number of keys that change. Callers also have one key that never changes. */
const KEYS = 7

/**
 * A plan that allows one call at a time. If a finished call still counted as running, all further calls would be
 * refused.
 */
const SINGLE: Plan = { ...WIDE, name: 'single', callsInFlight: 1 }
const NARROW: Plan = { ...WIDE, name: 'narrow', credits: 200, requestsPerSecond: 50, burst: 50, callsInFlight: 2 }
const PART: Plan = { ...WIDE, name: 'part', areas: ['A'], skip: false, missesPerSecond: 20, burst: 100 }
const CHANGED = [WIDE, NARROW, PART].map(({ name }) => name)

export const FIRST_PLANS: readonly Plan[] = [WIDE, { ...WIDE, name: 'demo' }, SINGLE, NARROW, PART]

const CHANGES = ['new', 'rotated', 'revoked', 'another plan', 'more credits', 'plans'] as const

interface ChangingKey {
  readonly key: string
  readonly keyId: string
  readonly isRevoked?: true
}

/** Changes keys and plans while calls run, as an operator does. */
export class KeyChanges {
  /** A key that allows one call at a time and never changes. */
  readonly single: string
  readonly #keyring: Keyring
  readonly #usePlans: (plans: readonly Plan[]) => Promise<void>
  readonly #held: ChangingKey[] = []

  /** `databaseUrl`: the database with the keys and plans. Undefined if they are in the folder. */
  static async open(folder: string, databaseUrl: string | undefined): Promise<KeyChanges> {
    const database = databaseUrl === undefined ? undefined : { url: databaseUrl, connections: 2 }
    const keyring = await openKeyring(folder, systemClock, randomBytes, database)
    const usePlans = async (plans: readonly Plan[]) => {
      if (database === undefined) replacePlans(folder, plans)
      else await loadPlans(database, plansText(plans), PLANS_FILE)
    }
    const single = await newKey(keyring, SINGLE)
    const changes = new KeyChanges(keyring, usePlans, single.key)
    for (let i = 0; i < KEYS; i++) changes.#held.push(await newKey(keyring, WIDE))
    return changes
  }

  private constructor(keyring: Keyring, usePlans: (plans: readonly Plan[]) => Promise<void>, single: string) {
    this.#keyring = keyring
    this.#usePlans = usePlans
    this.single = single
  }

  /** Returns a random key. It may be revoked, have no credits, or be on a plan with low limits. */
  readonly keyOf = (random: Random): string =>
    random.chance(1 / (KEYS + 1)) ? this.single : random.pick(this.#held).key

  /** Makes one change and returns its name. */
  async change(random: Random): Promise<string> {
    const place = random.whole(0, KEYS - 1)
    const held = this.#held[place] as ChangingKey // never undefined, since the index is in range
    const { keyId } = held
    const kind = held.isRevoked ? 'new' : random.pick(CHANGES)
    if (kind === 'new') this.#held[place] = await newKey(this.#keyring, random.pick([WIDE, WIDE, NARROW, PART]))
    else if (kind === 'rotated')
      this.#held[place] = changingKeyFrom(await this.#keyring.rotate(keyId, random.pick([0, 1000])))
    else if (kind === 'another plan') await this.#keyring.changePlan(keyId, random.pick(CHANGED))
    else if (kind === 'more credits') await this.#keyring.addCredits(keyId, String(random.whole(1, 500)))
    else if (kind === 'plans') await this.#usePlans(FIRST_PLANS.map((plan) => otherLimits(plan, random)))
    else {
      await this.#keyring.revoke(keyId)
      this.#held[place] = { ...held, isRevoked: true }
    }
    return kind
  }

  /** Restores the initial plans. */
  async end(): Promise<void> {
    await this.#usePlans(FIRST_PLANS)
    await this.#keyring.close()
  }
}

function otherLimits(plan: Plan, random: Random): Plan {
  if (plan.name !== NARROW.name && plan.name !== PART.name) return plan
  return {
    ...plan,
    credits: random.pick([1, 200, 100_000]),
    requestsPerSecond: random.pick([5, 50, 5000]),
    callsInFlight: random.pick([1, 2, 50]),
    areas: random.pick([['A'], ['A', 'B', 'C'], ['B', 'C']] as const),
  }
}

async function newKey(keyring: Keyring, { name }: Plan): Promise<ChangingKey> {
  return changingKeyFrom(await keyring.create({ plan: name, label: 'trial' }))
}

function changingKeyFrom({ key, info: { keyId } }: Awaited<ReturnType<Keyring['create']>>): ChangingKey {
  return { key, keyId }
}

/** Replaces the file in one step, as editors do. */
function replacePlans(folder: string, plans: readonly Plan[]): void {
  const aside = 'aside.yaml'
  writePlans(folder, plans, aside)
  renameSync(join(folder, aside), join(folder, PLANS_FILE))
}
