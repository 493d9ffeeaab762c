import assert from 'node:assert/strict'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { READING_BOUNDS } from '../../src/doors/odata/reading/page.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import { gatherSample } from '../sample/trial.ts'
import { asked, followed } from './asked.ts'
import { writeOddWorld } from './odd-world.ts'
import type { RandomQuestion } from './random-question.ts'

/** Catalogs for random questions: with odd records, with only listed homes, and with many records. */
export const WORLDS = ['odd', 'listed', 'large'] as const
export type World = (typeof WORLDS)[number]

type Write = (writer: Pick<CatalogWriter, 'put'>) => void

/** Returns the function that writes the records of a catalog. */
export async function writeWorld(world: World, homes: number): Promise<Write> {
  if (world === 'odd') return writeOddWorld
  const { records } = await gatherSample(homes)
  const { home, offer, agent, office } = records
  if (world === 'listed')
    return (writer) => {
      for (const one of agent) writer.put('agent', one)
      for (const one of home) if (listingClassOf(one) !== undefined) writer.put('home', one)
    }
  return (writer) => {
    for (const one of office) writer.put('office', one)
    for (const one of agent) writer.put('agent', one)
    for (const one of home) writer.put('home', one)
    for (const one of offer) writer.put('offer', one)
    writeOddWorld(writer)
  }
}

const PAGES_MAX = 6

/**
 * Sends a question, follows the links to further pages, and compares the rows. An error shows the question and how to
 * repeat it.
 */
export async function compare(context: Context, question: RandomQuestion, repeat: string): Promise<void> {
  const { resource, options, pageSize, total, all, rows } = question
  const sentence = (what: string, given: unknown, expected: unknown) =>
    `${repeat}: /${resource}?${Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')} by ${pageSize} ${what}\n${JSON.stringify(given)}\nand not\n${JSON.stringify(expected)}`
  const prefer = `odata.maxpagesize=${pageSize}`
  let from = 0
  try {
    let page = await asked(context, `/${resource}`, options, { prefer })
    if (page['@odata.count'] !== ('$count' in options ? total : undefined))
      assert.fail(sentence('counts', page['@odata.count'], total))
    for (let pages = 1; ; pages++) {
      const link = page['@odata.nextLink']
      // a page may end early if many records were read for it
      const endsEarly = link !== undefined && page.value.length > 0 && all > READING_BOUNDS.forPage
      const expected = rows.slice(from, from + (endsEarly ? Math.min(page.value.length, pageSize) : pageSize))
      if (JSON.stringify(page.value) !== JSON.stringify(expected)) {
        const at = expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(page.value[i]))
        const i = at < 0 ? expected.length : at
        assert.fail(sentence(`has as row ${from + i} of ${rows.length}`, page.value[i], expected[i]))
      }
      from += expected.length
      if (!endsEarly && (link !== undefined) !== from < rows.length)
        assert.fail(sentence('goes on', link, from < rows.length))
      if (link === undefined || pages === PAGES_MAX) return
      page = await followed(context, link, { prefer })
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    throw new Error(sentence('fails', error instanceof Error ? error.stack : String(error), rows.length), {
      cause: error,
    })
  }
}
