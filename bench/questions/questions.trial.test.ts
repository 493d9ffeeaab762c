import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { makeSample } from '../../sample/sample.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { decodeQuery } from '../../src/doors/http/request/query.ts'
import { parse } from '../../src/kit/params/index.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { benchLog, CARDS, contextOf, NOW_MS } from '../harness/setting.ts'
import { OPERATION_NAMES, QuestionDrawer } from './questions.ts'

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
    context = contextOf(openCatalog(dataDir, benchLog, CARDS))
  })
  after(() => {
    context.catalog.close()
    rmSync(dataDir, { recursive: true })
  })

  test('no question is drawn twice, whether as part of the mix or on its own', async () => {
    const drawer = new QuestionDrawer(SEED, context)
    const drawn: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      for (const name of OPERATION_NAMES) drawn.push(...(await drawer.draw(name, 40)))
      drawn.push(...(await drawer.searches(40)).map(({ url }) => url))
    }
    assert(drawn.length > 2 * 40 * (OPERATION_NAMES.length + 1), 'most operations have many questions')
    assert.equal(new Set(drawn).size, drawn.length)
  })

  test('every question is answered, and no parameter is ignored', async () => {
    const drawer = new QuestionDrawer(SEED, context)
    for (const name of OPERATION_NAMES) {
      for (const url of await drawer.draw(name, 20)) {
        const [path = '', rawQuery = ''] = url.split('?')
        const operation = OPERATIONS.find((each) => each.path === path)
        assert(operation, url)
        const { parameters, rules } = worded(operation, context.words)
        const { args, ignored, texts } = parse(parameters, rules, decodeQuery(rawQuery))
        assert.deepEqual(ignored, [], url)
        assert(await operation.run(args, context, texts), url)
      }
    }
  })

  test('the same seed draws the same questions', async () => {
    const [one, other] = [new QuestionDrawer(SEED, context), new QuestionDrawer(SEED, context)]
    for (const name of OPERATION_NAMES) assert.deepEqual(await one.draw(name, 10), await other.draw(name, 10))
  })

  test('a small catalog returns all questions that it has', async () => {
    const drawn = await new QuestionDrawer(SEED, context).draw('/byzpid', 3000)
    assert(drawn.length > 100 && drawn.length < 2000)
  })
})
