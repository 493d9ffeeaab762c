import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSample } from '../../sample/sample.ts'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { openWriter } from '../../src/catalog/opening/open.ts'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { EncodedPage } from '../../src/catalog/ports/query.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import type { Log } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { cardsText } from './shown-page.ts'

const newCatalogId = () => '0123456789abcdef'

const NOW_MS = Date.UTC(2026, 10, 1)

/** Makes search results like a service whose pictures come from this origin. */
export function cardsAt(mediaOrigin: string): CardMaker {
  return cardMaker({ ...WORDS, mediaOrigin })
}

/** Returns a data folder with a sample whose search results were made for this picture origin. */
export async function sampleWith(mediaOrigin: string, homes = 500): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-origins-'))
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: cardsAt(mediaOrigin), newCatalogId })
  await makeSample(writer, { homes, seed: 1, nowMs: NOW_MS })
  return dataDir
}

/** Returns a page of search results of each record type. */
export async function pagesOf(catalog: Catalog): Promise<EncodedPage[]> {
  const page = { where: [], offset: 0, limit: 500, grouped: false, today: Math.floor(NOW_MS / 86_400_000) } as const
  const homes = (['For_Sale', 'For_Rent', 'Sold'] as const).map((listingClass) =>
    catalog.search('home').cards({ ...page, listingClass, order: 'Newest' }),
  )
  const offers = catalog.search('offer').cards({ ...page, listingClass: 'For_Sale', order: 'Newest' })
  const experiences = catalog.search('experience').cards({ ...page, listingClass: 'Bookable', order: 'Steady' })
  return Promise.all([...homes, offers, experiences])
}

/** Returns the JSON of all search results, as in answers. */
export async function allCards(catalog: Catalog): Promise<string[]> {
  return (await pagesOf(catalog)).map((page) => cardsText(page))
}

export function openAt(dataDir: string, cards: CardMaker, log: Log): EmbeddedCatalog {
  return new EmbeddedCatalog({ dataDir, path: currentPath(dataDir) ?? '', log, cards, withheld: nobody })
}
