import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Context } from '../../src/catalog/context.ts'
import { openCatalog, openWriter } from '../../src/catalog/open.ts'
import { decodeQuery } from '../../src/http/query.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { parse } from '../../src/params/index.ts'
import { makeSample } from '../../src/sample/sample.ts'
import { benchClock, benchLog, CARDS, NOW_MS, WORDS } from '../search/setting.ts'
import { OPERATION_NAMES } from './operations.ts'
import { QuestionDrawer } from './questions.ts'

const SEED = 3

suite('questions of the service bench', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-questions-'))
  let context: Context

  before(async () => {
    const writer = openWriter({
      dataDir,
      kind: 'sample',
      replace: true,
      cards: CARDS,
      newCatalogId: () => '0'.repeat(16),
    })
    await makeSample(writer, { homes: 2000, seed: 1, nowMs: NOW_MS })
    context = { catalog: openCatalog(dataDir, benchLog, CARDS), clock: benchClock, log: benchLog, words: WORDS }
  })
  after(() => {
    context.catalog.close()
    rmSync(dataDir, { recursive: true })
  })

  test('none is drawn twice, whether as part of the mix or on its own', async () => {
    const drawer = await QuestionDrawer.open(SEED, context)
    const drawn: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      for (const name of OPERATION_NAMES) drawn.push(...(await drawer.draw(name, 40)))
      drawn.push(...(await drawer.searches(40)).map(({ url }) => url))
    }
    assert.equal(drawn.length, 3 * 40 * (OPERATION_NAMES.length + 1))
    assert.equal(new Set(drawn).size, drawn.length)
  })

  test('every one is answered, with no parameter in vain', async () => {
    const drawer = await QuestionDrawer.open(SEED, context)
    for (const name of OPERATION_NAMES) {
      for (const url of await drawer.draw(name, 20)) {
        const [path = '', rawQuery = ''] = url.split('?')
        const operation = OPERATIONS.find((each) => each.path === path)
        assert(operation, url)
        const { args, ignored, texts } = parse(operation.parameters, operation.rules, decodeQuery(rawQuery))
        assert.deepEqual(ignored, [], url)
        assert(await operation.run(args, context, texts), url)
      }
    }
  })

  test('the same seed draws the same ones', async () => {
    const [one, other] = [await QuestionDrawer.open(SEED, context), await QuestionDrawer.open(SEED, context)]
    for (const name of OPERATION_NAMES) assert.deepEqual(await one.draw(name, 10), await other.draw(name, 10))
  })

  test('a catalogue that is too small says so instead of asking again', async () => {
    const drawer = await QuestionDrawer.open(SEED, context)
    await assert.rejects(drawer.draw('/byzpid', 3000), /no 3000 further questions of \/byzpid/)
  })
})
