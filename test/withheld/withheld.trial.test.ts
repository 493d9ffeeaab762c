import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openCatalog, openRecords, openWriter } from '../../src/catalog/opening/open.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { withheldContract } from './contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-withheld-'))
after(() => rmSync(folder, { recursive: true }))

const cards = cardMaker(WORDS)

withheldContract('a data folder', async () => ({
  write: (side, momentMs) =>
    openWriter({
      dataDir: join(folder, side),
      kind: 'imported',
      replace: false,
      cards,
      clock: fixedClock(momentMs),
      newCatalogId: () => '0123456789abcdef',
    }),
  open: async (side) => {
    const dataDir = join(folder, side)
    return { catalog: openCatalog(dataDir, silentLog, cards), records: openRecords(dataDir) }
  },
}))
