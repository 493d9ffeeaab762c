import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { makeOlder } from '../test/catalog/older-format.ts'
import { plat, ROOT, scratch } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import type { Asked, Attack, Measured } from './attack.ts'
import { compiled, startFrom, WAYS, type Way } from './failing-disk/disk.ts'
import { stateOf } from './failing-disk/folder-state.ts'

const SEED = 20_261_122

export const failingDisk: Attack = {
  name: 'failing-disk',
  promise:
    'whichever file operation of a change fails, or is its last, the folder has the old state or the new one, and no command claims otherwise',
  short: () => attack({}, undefined),
  full: (asked) => attack(asked, asked.requests ?? TRIES),
}

/** How many operations of each change go wrong in each way. */
const TRIES = 20

/** A command that changes a data folder. */
interface Change {
  readonly name: string
  readonly words: readonly string[]
  /** Makes what the folder holds before. */
  prepare(dataDir: string): Promise<void>
}

/** Without `tries`, a single operation of every other change goes wrong, in one way. */
async function attack({ seed = SEED }: Asked, tries: number | undefined): Promise<Measured> {
  const folder = scratch()
  try {
    const library = compiled(folder.path)
    if (library === undefined) return { 'left out, since this machine has no C compiler': 1 }
    const random = new Random(seed)
    const trial = new Trial(folder.path, library)
    const measured: Record<string, number> = {}
    for (const [i, change] of changesIn(folder.path).entries()) {
      if (tries === undefined && i % 2 === 0) continue
      const operations = await trial.begin(change)
      measured[`${change.name}: operations`] = operations
      for (const way of tries === undefined ? [WAYS[i % WAYS.length] as Way] : WAYS) {
        const times = Math.min(tries ?? 1, operations)
        for (let at = 0; at < times; at++) {
          const isLast = way === 'cut' && at === times - 1 // after the last operation, when the change is claimed
          const operation = 1 + (isLast ? operations : Math.floor((operations / times) * (at + random.next())))
          await trial.goesWrong(change, way, operation)
        }
      }
    }
    assert.deepEqual(trial.problems, [])
    return { ...measured, 'went wrong, old state': trial.old, 'went wrong, new state': trial.changed }
  } finally {
    folder.remove()
  }
}

function changesIn(folder: string): readonly Change[] {
  const [some, more] = [join(folder, 'some.ndjson'), join(folder, 'more.ndjson')]
  writeFileSync(some, people(1, 200))
  writeFileSync(more, people(150, 400))
  const imported = (dataDir: string) => run(importing(some), dataDir)
  return [
    { name: 'first import', words: importing(some), prepare: async () => {} },
    { name: 'import into a catalogue', words: importing(more), prepare: imported },
    {
      name: 'import in place of a sample',
      words: [...importing(some), '--replace-sample'],
      prepare: (dataDir) => run(['sample', '--homes', '20'], dataDir),
    },
    {
      name: 'upgrade',
      words: ['check'],
      prepare: async (dataDir) => {
        await imported(dataDir)
        const path = currentPath(dataDir) ?? ''
        makeOlder(path)
      },
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
  const { code, stderr } = await plat([...words, '--data', dataDir])
  assert.equal(code, 0, stderr)
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

const SAYS_NOTHING_CHANGED = /nothing was changed|none of the last change was kept/

/** One change at a time, done again and again from the same beginning. */
class Trial {
  old = 0
  changed = 0
  readonly problems: string[] = []
  readonly #before: string
  readonly #dataDir: string
  readonly #counted: string
  /** The folder that a power cut would leave. */
  readonly #synced: string
  readonly #library: string
  #oldState = ''
  #newState = ''

  constructor(folder: string, library: string) {
    this.#before = join(folder, 'before')
    this.#dataDir = join(folder, 'changed')
    this.#counted = join(folder, 'counted')
    this.#synced = join(folder, 'synced')
    this.#library = library
  }

  /** Does the change as it should be; returns how many file operations it took. */
  async begin(change: Change): Promise<number> {
    rmSync(this.#before, { recursive: true, force: true })
    mkdirSync(this.#before)
    await change.prepare(this.#before)
    this.#startOver()
    this.#oldState = stateOf(this.#dataDir)
    this.#startOver()
    rmSync(this.#counted, { force: true })
    const { code, stderr } = await this.#run(change, { DISK_COUNT: this.#counted })
    assert.equal(code, 0, stderr)
    this.#newState = stateOf(this.#dataDir)
    assert.notEqual(this.#newState, this.#oldState, `${change.name} changes nothing`)
    return statSync(this.#counted).size
  }

  async goesWrong(change: Change, way: Way, at: number): Promise<void> {
    try {
      await this.#tried(change, way, at)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.problems.push(`${change.name}, operation ${at} ${way}: ${why}`)
    }
  }

  async #tried(change: Change, way: Way, at: number): Promise<void> {
    this.#startOver()
    const isCut = way === 'cut'
    if (isCut) startFrom(this.#before, this.#synced)
    const kept: Readonly<Record<string, string>> = isCut ? { DISK_SYNCED: this.#synced } : {}
    const disk = { DISK_AT: String(at), DISK_HOW: isCut ? 'end' : way, ...kept }
    const { code, stderr } = await this.#run(change, disk)
    if (isCut) startFrom(this.#synced, this.#dataDir)
    const what = `${change.name}, operation ${at} ${way} (${code}: ${stderr.trim()})`
    const state = stateOf(this.#dataDir)
    if (state !== this.#oldState)
      assert.equal(state, this.#newState, `${what} leaves neither the old nor the new state`)
    if (code === 0) assert.equal(state, this.#newState, `${what} claims that it was done`)
    if (SAYS_NOTHING_CHANGED.test(stderr))
      assert.equal(state, this.#oldState, `${what} claims that nothing was changed`)
    assert(!/\n\s+at /.test(stderr), `${what} tells of itself in a stack`)
    const again = await this.#run(change, {})
    assert.equal(again.code, 0, `${what} cannot be done again: ${again.stderr}`)
    const left = readdirSync(this.#dataDir).filter((name) => /\.(partial|new)$|^catalogue-.*-journal$/.test(name))
    assert.deepEqual(left, [], `${what} leaves files behind`)
    if (state === this.#oldState) this.old++
    else this.changed++
  }

  #startOver(): void {
    startFrom(this.#before, this.#dataDir)
  }

  #run({ words }: Change, disk: Readonly<Record<string, string>>) {
    const loaded = { LD_PRELOAD: this.#library, DISK_FOLDER: this.#dataDir }
    return plat([...words, '--data', this.#dataDir], { ...loaded, ...disk })
  }
}
