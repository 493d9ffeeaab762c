import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { isSameRecord } from '../../src/catalog/facts/change-kinds.ts'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { idOf } from '../../src/catalog/ports/nouns.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { boundsSince, cursorAt, sinceCursor } from '../../src/service/changes/cursor.ts'
import { commitRandomly } from './commit-randomly.ts'
import { differences } from './differences.ts'
import { ALL } from './naive-changes.ts'
import { trialCards } from './trial.ts'

const KILLS = 20
const COMMITS = 12

type Snapshot = Map<number, object>
const NOUNS = ['home', 'offer'] as const

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})

/** A catalog with a few random commits. */
function begun(seed: number): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-changes-'))
  folders.push(dataDir)
  commitRandomly(dataDir, seed, 2)
  return dataDir
}

/** Every record, read from the catalog. */
async function snapshotOf(catalog: Catalog, noun: (typeof NOUNS)[number]): Promise<Snapshot> {
  const stamped = await catalog.pages.between(noun, ALL, 10_000)
  return new Map(stamped.map(({ record }): [number, object] => [idOf(noun, record), record]))
}

/** A client that keeps a copy of the records up to date by reading only changes. */
class Copy {
  readonly #records = new Map<string, Snapshot>()
  #cursor = ''

  static async of(catalog: Catalog): Promise<Copy> {
    const copy = new Copy()
    for (const noun of NOUNS) copy.#records.set(noun, await snapshotOf(catalog, noun))
    copy.#cursor = cursorAt((await catalog.log.bounds()).upTo, catalog)
    return copy
  }

  /**
   * Reads the next changes, in pages of random length, and compares the copy with the catalog. Returns the number of
   * changed records.
   */
  async follow(catalog: Catalog, random: Random): Promise<number> {
    const bounds = await boundsSince(sinceCursor(this.#cursor), catalog)
    let count = 0
    for (const noun of NOUNS) {
      const records = this.#records.get(noun) ?? new Map()
      for (let { after: from } = bounds, isLast = false; !isLast; ) {
        const page = await differences(catalog.log, noun, { ...bounds, after: from }, random.whole(1, 30))
        for (const { id, before, after: is } of page.differences) {
          assert.equal(before === undefined, !records.has(id))
          if (is === undefined) records.delete(id)
          else records.set(id, is)
        }
        count += page.differences.length
        from = page.next
        isLast = page.isLast
      }
      const now = await snapshotOf(catalog, noun)
      assert.deepEqual(new Set(records.keys()), new Set(now.keys()))
      for (const [id, record] of now) assert.ok(isSameRecord(record, records.get(id) ?? {}), `${noun} ${id}`)
    }
    this.#cursor = cursorAt(bounds.upTo, catalog)
    return count
  }
}

test('the pages from one cursor to the next contain the difference of two snapshots, whether commits add segments or derive everything again', async () => {
  const random = new Random(5, 'commits')
  const dataDir = begun(5)
  const path = currentPath(dataDir) ?? assert.fail()
  const catalog = new EmbeddedCatalog({ dataDir, path, log: silentLog, cards: trialCards, withheld: nobody })
  const copy = await Copy.of(catalog)
  let changed = 0
  for (let round = 1; round <= COMMITS; round++) {
    commitRandomly(dataDir, 100 + round, random.whole(1, 4))
    await catalog.refresh()
    if (round % 3 === 0) {
      const reopened = openCatalog(dataDir, silentLog, trialCards)
      changed += await copy.follow(reopened, random)
      reopened.close()
    } else changed += await copy.follow(catalog, random)
  }
  catalog.close()
  assert.ok(changed > 50)
})

test(`all pages are the difference of two snapshots even if the program that commits is killed, ${KILLS} times`, async () => {
  const random = new Random(6, 'kills')
  const dataDir = begun(6)
  const first = openCatalog(dataDir, silentLog, trialCards)
  const copy = await Copy.of(first)
  first.close()
  let changed = 0
  for (let round = 1; round <= KILLS; round++) {
    const program = join(import.meta.dirname, 'commit-randomly.ts')
    const child = spawn(process.execPath, [program, dataDir, String(1000 + round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data') // the child process writes this after its first commit
    await pause(random.whole(0, 300))
    child.kill('SIGKILL')
    await ended
    const catalog = openCatalog(dataDir, silentLog, trialCards)
    changed += await copy.follow(catalog, random)
    catalog.close()
  }
  assert.ok(changed > 50)
})
