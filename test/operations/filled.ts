import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { putNextDay } from '../../sample/next-day.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Words } from '../../src/kit/base/words.ts'
import type { Home } from '../../src/model/home.ts'
import { marketState } from '../../src/model/market-state.ts'
import { homeKeys, parcelOf } from '../../src/places/addresses/home-keys.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { type Gathered, TRIAL_NOW_MS } from '../sample/trial.ts'

const SEED = 9

/**
 * Makes a catalog with these records, which is closed after the tests of the file. `days`: how many days pass in it.
 */
export function filled(records: Gathered, words: Words, nowMs = TRIAL_NOW_MS, days = 0): Context {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-bodies-'))
  const cards = cardMaker(words)
  const beginWriting = () =>
    openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
  const writer = beginWriting()
  for (const [noun, own] of Object.entries(records)) {
    for (const record of own) writer.put(noun as 'home', record as Home) // `noun` determines the record's type
  }
  for (const home of records.home) writer.sourceHomes.file(home.zpid, homeKeys(undefined, parcelOf(home), 0))
  writer.commit()
  for (let day = 0; day < days; day++) {
    const next = beginWriting()
    putNextDay(next, SEED, nowMs)
    next.commit()
  }
  const catalog = openCatalog(dataDir, silentLog, cards)
  after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })
  return Object.freeze({ catalog, clock: fixedClock(nowMs), log: silentLog, words })
}

/** Picks some homes of each type, market status and kind of listing. */
export function ofEachKind(homes: readonly Home[], nowMs = TRIAL_NOW_MS): readonly Home[] {
  const kinds = Map.groupBy(homes, (home) => {
    const { listing, address, lotId, homeType } = home
    const state = marketState(home, nowMs)
    return [homeType, state, listing?.status, listing?.listedBy, lotId !== undefined, address.undisclosed].join()
  })
  return [...kinds.values()].flatMap((kind) => kind.slice(0, 2))
}
