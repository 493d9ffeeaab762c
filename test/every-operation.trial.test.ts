import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { makeSample } from '../sample/sample.ts'
import { openCatalog, openWriter } from '../src/catalog/opening/open.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { exampleQueryOf, exampleRecords } from './example-queries.ts'
import { operationContract } from './http/contract.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-operations-'))
after(() => rmSync(dataDir, { recursive: true }))

const WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
const cards = cardMaker(WORDS)

operationContract({
  operations: OPERATIONS,
  open: async () => {
    const writer = openWriter({
      dataDir,
      kind: 'sample',
      replace: false,
      cards,
      newCatalogId: () => '0123456789abcdef',
    })
    await makeSample(writer, { homes: 500, seed: 1, nowMs: Date.UTC(2026, 10, 1) })
    return openCatalog(dataDir, silentLog, cards)
  },
  queryOf: async (operation, catalog) => exampleQueryOf(operation, await exampleRecords(catalog)),
})
