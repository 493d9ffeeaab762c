import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ResoOptions, ResoTrialServer, type Trouble } from '../../../test/sync/reso-server.ts'
import { listing, SyncTrial } from '../../../test/sync/trial.ts'
import { Random } from '../../kit/algorithms/random.ts'
import { CommandFault } from '../../kit/base/failure.ts'

/** Thrown to kill the program. */
class Killed extends Error {}

const TROUBLES: readonly Trouble[] = [
  { kind: 'gone' },
  { kind: 'half' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'Retry-After': '3' } },
  { kind: 'text', text: '<html>soon</html>' },
  { kind: 'text', text: '{"value":[{"Listing' },
  { kind: 'circle' },
]

const RESOURCES = ['Property', '{ Property: { top: 3 }, Media: { top: 2 } }', '{ Property: { top: 2, expand: Media } }']

/** A server, a catalog that follows it, and random events in both. */
class Story {
  readonly #random: Random
  readonly #trial: SyncTrial
  readonly #mayRemove: boolean
  #next = 0

  constructor(random: Random, trial: SyncTrial, mayRemove: boolean) {
    this.#random = random
    this.#trial = trial
    this.#mayRemove = mayRemove
  }

  async tell(turns: number): Promise<void> {
    const { server } = this.#trial
    for (let i = 0; i < 8; i++) this.#edit()
    for (let turn = 0; turn < turns; turn++) {
      server.before = () => {
        if (this.#random.chance(0.2)) this.#edit()
      }
      server.trouble = () => (this.#random.chance(0.08) ? this.#random.pick(TROUBLES) : undefined)
      this.#trial.fall = () => {
        if (this.#random.chance(0.08)) throw new Killed()
      }
      await this.#turn()
      this.#pass()
      for (let i = this.#random.below(5); i > 0; i--) this.#edit()
    }
    server.before = () => undefined
    server.trouble = () => undefined
    this.#trial.fall = () => undefined
    this.#pass()
    await this.#trial.turn(true)
  }

  async #turn(): Promise<void> {
    try {
      await this.#trial.turn()
    } catch (error) {
      if (!(error instanceof CommandFault) && !(error instanceof Killed)) throw error
    }
  }

  #pass(): void {
    const ms = this.#random.below(40) * 60_000
    this.#trial.server.nowMs += ms
    this.#trial.clock.pass(ms)
  }

  /** Changes rows, many of them at the same time. */
  #edit(): void {
    const { server } = this.#trial
    if (this.#random.chance(0.4)) server.nowMs += this.#random.below(90_000)
    const keys = [...server.table('Property').keys()]
    const key = keys.length > 0 ? this.#random.pick(keys) : ''
    const change = this.#random.below(10)
    if (keys.length === 0 || change < 3) server.put('Property', listing(`k${this.#next++}`))
    else if (change < 6) server.put('Property', { ListingKey: key, ListPrice: 1_000 + this.#random.below(1_000) })
    else if (change === 6) server.put('Property', { ListingKey: key, MlgCanView: this.#random.chance(0.5) })
    else if (change === 7)
      server.put('Property', { ListingKey: key, StandardStatus: this.#random.pick(['Delete', 'Active']) })
    else if (change === 8 && this.#mayRemove) server.remove('Property', key)
    else this.#picture(key)
  }

  /** Changes a picture and its row together, as real servers do. */
  #picture(of: string): void {
    const { server } = this.#trial
    const MediaKey = `m${this.#random.below(12)}`
    const MediaURL = `https://media.example/${this.#next++}`
    const { ResourceRecordKey = of } = server.table('Media').get(MediaKey) ?? {}
    server.put('Media', { MediaKey, ResourceName: 'Property', ResourceRecordKey, MediaURL, Order: this.#next })
    if (server.table('Property').has(String(ResourceRecordKey)))
      server.put('Property', { ListingKey: ResourceRecordKey })
  }
}

/** Returns the homes of a new catalog that reads the server once, without errors. */
async function readOnce(server: ResoTrialServer, configuration: string): Promise<unknown> {
  const trial = new SyncTrial(server, configuration)
  try {
    await trial.turn()
    return homesOf(trial)
  } finally {
    trial.catalogue.remove()
  }
}

/** Returns homes without histories, because histories contain former values. */
function homesOf({ homes }: SyncTrial): unknown {
  return Object.fromEntries([...homes].map(([key, home]) => [key, { ...home, history: [] }]))
}

async function follow(seed: number, mayRemove: boolean): Promise<void> {
  const random = new Random(seed, 'sync')
  const options: Partial<ResoOptions> = {
    pageMax: random.pick([2, 3, 5]),
    isSimple: mayRemove && random.chance(0.3),
    isStrict: random.chance(0.3),
  }
  const resources = random.pick(RESOURCES)
  const reconcile = mayRemove ? 'reconcile: 1h' : 'reconcile: 0s'
  const configuration = `resources: ${resources}\n${reconcile}`
  const trial = new SyncTrial(await ResoTrialServer.start(options), configuration)
  try {
    await new Story(random, trial, mayRemove).tell(5)
    assert.deepEqual(homesOf(trial), await readOnce(trial.server, configuration), `seed ${seed}`)
  } finally {
    trial.close()
  }
}

test('whatever changes, fails or is interrupted, the catalog equals the server after a sync without changes', async () => {
  for (let seed = 0; seed < 5; seed++) await follow(seed, true)
})

test('without comparing keys no row is lost either, as long as the server deletes none', async () => {
  for (let seed = 1_000; seed < 1_004; seed++) await follow(seed, false)
})
