import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Experience } from '../../src/model/experience.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { call } from '../operations/call.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { oddExperience } from './odd-records.ts'

const NOW_MS = Date.UTC(2026, 5, 15, 12)
const cards = cardMaker(WORDS)
let catalogs = 0

/** A catalog of experiences that imports change while a client reads it page by page. */
class ChangingCatalog {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'plat-cursor-'))
  readonly #context: Context
  readonly #catalog: EmbeddedCatalog

  constructor(experiences: readonly Experience[]) {
    this.#write(experiences)
    const catalog = openCatalog(this.dataDir, silentLog, cards)
    assert.ok(catalog instanceof EmbeddedCatalog)
    this.#catalog = catalog
    this.#context = { catalog, clock: fixedClock(NOW_MS), log: silentLog, words: WORDS }
  }

  async import(experiences: readonly Experience[]): Promise<void> {
    this.#write(experiences)
    await this.#catalog.refresh()
  }

  #write(experiences: readonly Experience[]): void {
    const newCatalogId = () => (++catalogs).toString(16).padStart(16, '0')
    const writer = openWriter({ dataDir: this.dataDir, kind: 'imported', replace: false, cards, newCatalogId })
    for (const experience of experiences) writer.put('experience', experience)
    writer.commit()
  }

  async page(cursor: string | null): Promise<{ readonly ids: string[]; readonly next: string | null }> {
    const parameters = { searchDestinations: 'Poland', adults: '2', ...(cursor !== null && { nextPageCursor: cursor }) }
    const answer = (await call('/search/exp/bydestination', parameters, this.#context)) as unknown as {
      readonly searchResults: readonly { readonly experienceId: string }[]
      readonly nextPageCursor: string | null
    }
    return { ids: answer.searchResults.map(({ experienceId }) => experienceId), next: answer.nextPageCursor }
  }

  close(): void {
    this.#catalog.close()
    rmSync(this.dataDir, { recursive: true })
  }
}

function experience(number: number, change: Partial<Experience> = {}): Experience {
  return oddExperience(`exp-${number}`, {
    slots: [{ date: '2026-06-20', startTime: '09:00', seatsLeft: 4 }],
    ...change,
  })
}

/** An import between two pages: how many experiences are added, become cheaper, and sell out. */
interface Import {
  readonly added: number
  readonly changed: readonly number[]
  readonly soldOut: readonly number[]
}

const numbers = fc.array(fc.integer({ min: 0, max: 149 }), { maxLength: 30 })
const imports = fc.array(fc.record({ added: fc.integer({ min: 0, max: 30 }), changed: numbers, soldOut: numbers }), {
  minLength: 1,
  maxLength: 5,
})

test('the cursors lead exactly once to every experience that matches all the time, regardless of imports in between', async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (between: readonly Import[]) => {
      const first = Array.from({ length: 150 }, (_, i) => experience(i))
      const catalog = new ChangingCatalog(first)
      try {
        const seen: string[] = []
        const soldOut = new Set<string>()
        let count = first.length
        let cursor: string | null = null
        let round = 0
        do {
          const { ids, next }: { ids: string[]; next: string | null } = await catalog.page(cursor)
          seen.push(...ids)
          cursor = next
          const change = between[round++]
          if (change === undefined) continue
          for (const number of change.soldOut) soldOut.add(`exp-${number}`)
          await catalog.import([
            ...change.changed.map((number) => experience(number, { pricePerGuest: round, rating: 5, title: 'New' })),
            ...change.soldOut.map((number) => experience(number, { slots: [] })),
            ...Array.from({ length: change.added }, () => experience(count++)),
          ])
        } while (cursor !== null)
        assert.equal(new Set(seen).size, seen.length, 'something was seen twice')
        const missed = first.filter(({ experienceId }) => !soldOut.has(experienceId) && !seen.includes(experienceId))
        assert.deepEqual(
          missed.map(({ experienceId }) => experienceId),
          [],
        )
      } finally {
        catalog.close()
      }
    }),
    { numRuns: 5 },
  )
})

test('a cursor of one catalog is refused by another catalog, even with the same experiences', async () => {
  const experiences = Array.from({ length: 60 }, (_, i) => experience(i))
  const [one, other] = [new ChangingCatalog(experiences), new ChangingCatalog(experiences)]
  try {
    const { next } = await one.page(null)
    await one.page(next)
    await assert.rejects(other.page(next), /belongs to another catalog/)
  } finally {
    one.close()
    other.close()
  }
})
