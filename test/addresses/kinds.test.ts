import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { Random } from '../../src/kit/algorithms/random.ts'
import type { AddressBook } from '../../src/places/addresses/resolve.ts'
import { type Resolution, resolveAddress } from '../../src/places/addresses/resolve.ts'
import { KINDS } from './kinds.ts'
import { addressKey, bookOf, type Known, knownAddresses } from './known.ts'

const HOMES = 3000
const TEXTS_OF_A_KIND = 10

let book: AddressBook
let homes: readonly Known[]
let keys: ReadonlyMap<number, string>

before(async () => {
  homes = [...(await knownAddresses(HOMES, 11, [])).values()].flat()
  keys = new Map(homes.map((known) => [known.zpid, addressKey(known)]))
  book = bookOf(homes)
})

/**
 * Writes addresses of homes from all parts of the sample in one way. If this is possible for few homes only, uses all
 * of them.
 */
function textsOf(kind: (typeof KINDS)[number]): { readonly text: string; readonly meant: Known }[] {
  const texts = homes.flatMap((meant) => {
    const text = kind.write(meant, new Random(3, kind.name, meant.zpid))
    return text ? [{ text, meant }] : []
  })
  const step = Math.max(1, Math.floor(texts.length / TEXTS_OF_A_KIND))
  return texts.filter((_, at) => at % step === 0)
}

/** Returns whether the home is the answer, or one of the candidates. */
function holds(resolution: Resolution, meant: Known): boolean {
  const entries =
    resolution.kind === 'one' ? [resolution.entry] : resolution.kind === 'several' ? resolution.candidates : []
  const ids = entries.map((entry) => Number('entry' in entry ? entry.entry.id : entry.id))
  return ids.some((id) => keys.get(id) === keys.get(meant.zpid))
}

/**
 * Texts of this kind have a neighborhood in place of the city. If the state has a city of that name, the text means
 * that city.
 */
const MAY_BE_ANOTHER_CITY = 'neighborhood as the city'

test('an address in any form returns its home or candidates that include it, and never another home', async () => {
  for (const kind of KINDS.filter(({ expected }) => expected === 'formal')) {
    const texts = textsOf(kind)
    assert.ok(texts.length > 0, `nobody writes ${kind.name}`)
    for (const { text, meant } of texts) {
      const resolution = await resolveAddress(text, book)
      if (kind.name === MAY_BE_ANOTHER_CITY && resolution.kind === 'none') continue
      assert.ok(holds(resolution, meant), `${kind.name}: ${text}: ${JSON.stringify(resolution)}`)
    }
  }
})

test('an address with unread or contradictory words is never answered', async () => {
  for (const kind of KINDS.filter(({ expected }) => expected === 'unread')) {
    for (const { text } of textsOf(kind)) {
      assert.notEqual((await resolveAddress(text, book)).kind, 'one', `${kind.name}: ${text}`)
    }
  }
})

/** Words that are neither a place nor part of an address. */
const STRANGE_WORDS = fc
  .array(fc.stringMatching(/^[bcdfgjkqvxz]{4,9}$/), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))

test('a part that was not understood is never dropped, at any position after the number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: HOMES - 1 }), STRANGE_WORDS, fc.nat({ max: 2 }), async (at, strange, place) => {
      const { line, unit, city, state, zipcode } = homes[at] as Known // never undefined, since the index is within the sample
      const parts = [unit === '' ? line : `${line} #${unit}`, city, `${state} ${zipcode}`]
      const text = parts.toSpliced(place + 1, 0, strange).join(', ')
      assert.notEqual((await resolveAddress(text, book)).kind, 'one', text)
    }),
    { numRuns: 100 },
  )
})
