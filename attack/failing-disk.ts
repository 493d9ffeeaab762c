import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plat, ROOT } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import type { Attack, AttackOptions, Measured } from './attack.ts'
import { type Environment, FailingDisk, NO_COMPILER, WAYS, type Way } from './failing-disk/disk.ts'
import { stateOf } from './failing-disk/folder-state.ts'
import { type At, done, inFolder } from './harness.ts'

const SEED = 20_261_122

export const failingDisk: Attack = {
  name: 'failing-disk',
  promise:
    'if any file operation of a change fails or is the last one, the folder has the old or the new state, and no command claims otherwise',
  short: () => attack({}, undefined),
  full: (options) => attack(options, options.requests ?? TRIES),
}

/** Number of runs per change and kind of failure, each with a different failing operation. */
const TRIES = 20

/** A command that changes a data folder. */
interface Change {
  readonly name: string
  readonly words: readonly string[]
  /** Prepares the folder, so that there is something to change. */
  prepare(dataDir: string): Promise<void>
}

/** Without `tries`, tests every second change, with one failing operation and one kind of failure. */
function attack({ seed = SEED }: AttackOptions, tries: number | undefined): Promise<Measured> {
  return inFolder(async (at) => {
    const disk = FailingDisk.in(at)
    if (disk === undefined) return NO_COMPILER
    const random = new Random(seed)
    const trial = new Trial(disk)
    const measured: Record<string, number> = {}
    for (const [i, change] of changesIn(at).entries()) {
      if (tries === undefined && i % 2 === 0) continue
      const operations = await trial.begin(change)
      measured[`${change.name}: operations`] = operations
      for (const way of tries === undefined ? [WAYS[i % WAYS.length] as Way] : WAYS) {
        const times = Math.min(tries ?? 1, operations)
        for (let nth = 0; nth < times; nth++) {
          // after the last operation, the command has reported success, so the change must be stored
          const isLast = way === 'cut' && nth === times - 1
          const operation = 1 + (isLast ? operations : Math.floor((operations / times) * (nth + random.next())))
          await trial.goesWrong(change, way, operation)
        }
      }
    }
    assert.deepEqual(disk.problems, [])
    return { ...measured, 'went wrong, old state': trial.old, 'went wrong, new state': trial.changed }
  })
}

function changesIn(at: At): readonly Change[] {
  const [some, more] = [at('some.ndjson'), at('more.ndjson')]
  writeFileSync(some, people(1, 200))
  writeFileSync(more, people(150, 400))
  const imported = (dataDir: string) => run(importing(some), dataDir)
  return [
    { name: 'first import', words: importing(some), prepare: async () => {} },
    { name: 'import into a catalog', words: importing(more), prepare: imported },
    {
      name: 'import in place of a sample',
      words: [...importing(some), '--replace-sample'],
      prepare: (dataDir) => run(['sample', '--homes', '20'], dataDir),
    },
    {
      name: 'withhold somebody',
      words: ['people', 'suppress', 'p1', '--absent'],
      prepare: (dataDir) => run(['people', 'suppress', 'p0', '--absent'], dataDir),
    },
    {
      name: 'make a key',
      words: ['keys', 'create', '--plan', 'basic'],
      prepare: (dataDir) => run(['keys', 'create', '--plan', 'pro'], dataDir),
    },
  ]
}

async function run(words: readonly string[], dataDir: string): Promise<void> {
  await done(...words, '--data', dataDir)
}

function importing(file: string): readonly string[] {
  return ['import', file, '--mapping', join(ROOT, 'mappings/persons-ndjson.yaml')]
}

function people(from: number, until: number): string {
  const lines = Array.from({ length: until - from }, (_, i) => {
    const address = { street: `${from + i} N Main St`, city: 'Austin', state: 'TX', zip: '78701' }
    return JSON.stringify({ id: `p${from + i}`, name: `Ann Lee ${from + i}`, addresses: [address] })
  })
  return `${lines.join('\n')}\n`
}

const SAYS_NOTHING_CHANGED = /nothing was changed|the last change was not saved/

/** A change that is repeated on the same initial folder. */
class Trial {
  old = 0
  changed = 0
  readonly #disk: FailingDisk
  #oldState = ''
  #newState = ''

  constructor(disk: FailingDisk) {
    this.#disk = disk
  }

  /** Runs the change without failures. Returns the number of its file operations. */
  async begin(change: Change): Promise<number> {
    const { before, dataDir } = this.#disk
    rmSync(before, { recursive: true, force: true })
    mkdirSync(before)
    await change.prepare(before)
    this.#disk.startOver()
    this.#oldState = stateOf(dataDir)
    const operations = await this.#disk.operationsOf(async (environment) => {
      const { code, stderr } = await this.#run(change, environment)
      assert.equal(code, 0, stderr)
    })
    this.#newState = stateOf(dataDir)
    assert.notEqual(this.#newState, this.#oldState, `${change.name} changes nothing`)
    return operations
  }

  async goesWrong(change: Change, way: Way, operation: number): Promise<void> {
    await this.#disk.goesWrong(
      [change.name, way, operation],
      (environment) => this.#run(change, environment),
      (outcome) => this.#judge(change, outcome),
    )
  }

  async #judge(change: Change, { code, stderr }: Awaited<ReturnType<typeof plat>>): Promise<void> {
    const { dataDir } = this.#disk
    const what = `it (${code}: ${stderr.trim()})`
    const state = stateOf(dataDir)
    if (state !== this.#oldState)
      assert.equal(state, this.#newState, `${what} leaves neither the old nor the new state`)
    if (code === 0) assert.equal(state, this.#newState, `${what} claims that it was done`)
    if (SAYS_NOTHING_CHANGED.test(stderr))
      assert.equal(state, this.#oldState, `${what} claims that nothing was changed`)
    assert(!/\n\s+at /.test(stderr), `${what} tells of itself in a stack`)
    const again = await this.#run(change, {})
    assert.equal(again.code, 0, `${what} cannot be done again: ${again.stderr}`)
    const left = readdirSync(dataDir).filter((name) => /\.(partial|new)$|^catalogue-.*-journal$/.test(name))
    assert.deepEqual(left, [], `${what} leaves files behind`)
    if (state === this.#oldState) this.old++
    else this.changed++
  }

  #run({ words }: Change, environment: Environment) {
    return plat([...words, '--data', this.#disk.dataDir], environment)
  }
}
