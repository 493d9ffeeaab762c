import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { naiveCompletion } from '../../../test/completion/trial-lines.ts'
import { gatherSample } from '../../../test/sample/trial.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { addressEntry, buildingEntry } from '../addresses/address-book.ts'
import { collectRegions } from '../regions/regions.ts'
import { RegionIndex } from './region-index.ts'
import { type SuggestionSource, suggest } from './suggest.ts'

/** A small sample, because the test types every address letter by letter in several ways. */
const HOMES = 250

let entries: readonly AddressEntry[] = []
let source: SuggestionSource

before(async () => {
  const { records } = await gatherSample(HOMES)
  const names = new Map(records.building.map(({ lotId, name }) => [lotId, name]))
  const book = [...records.home.map(addressEntry), ...records.building.map(buildingEntry)]
  entries = book.filter((entry) => entry !== undefined)
  const index = new RegionIndex(collectRegions(records.home))
  source = {
    regionIndex: () => index,
    addresses: {
      addressesAt: async (houseNumber, street) =>
        entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
      ...naiveCompletion(entries, ({ id }) => names.get(String(id)) ?? ''),
    },
  }
})

function withoutDirection({ display, preDirection }: AddressEntry): string {
  return preDirection === '' ? display : display.replace(new RegExp(` ${preDirection} `, 'i'), ' ')
}

function withoutDesignator(text: string): string {
  return text.replace(/ (apt|unit|ste|#) ?/i, ' ')
}

/** Ways in which people shorten an address. */
const WAYS: Readonly<Record<string, (entry: AddressEntry) => string>> = {
  'as it is shown': ({ display }) => display,
  'without its direction': withoutDirection,
  'with its unit but no word for it': ({ display }) => withoutDesignator(display),
  'without direction and word for the unit': (entry) => withoutDesignator(withoutDirection(entry)),
  'in small letters and without commas': ({ display }) => display.toLowerCase().replaceAll(',', ''),
  'with its street cut short': ({ display }) => display.replace(/^(\S+ (?:[NSEW]{1,2} )?\p{L}{3})\p{L}+/u, '$1'),
}

for (const [way, written] of Object.entries(WAYS)) {
  test(`an address that is typed ${way} has suggestions at every letter, and is one of them in the end`, async () => {
    for (const entry of entries) {
      const text = written(entry)
      for (let length = 1; length <= text.length; length++) {
        const suggestions = await suggest(text.slice(0, length), source)
        assert.ok(suggestions.length > 0, `${JSON.stringify(text.slice(0, length))} of ${entry.display}`)
      }
      const ids = (await suggest(text, source)).map((one) => one.kind === 'address' && one.entry.id)
      assert.ok(ids.includes(entry.id), `${text}, for ${entry.display}`)
    }
  })
}

test('a street that is typed without a house number has suggestions at every letter, and addresses on the street in the end', async () => {
  for (const entry of entries) {
    if (entry.unit !== '') continue
    const text = entry.display.slice(entry.display.indexOf(' ') + 1)
    for (let length = 1; length <= text.length; length++) {
      const suggestions = await suggest(text.slice(0, length), source)
      assert.ok(suggestions.length > 0, JSON.stringify(text.slice(0, length)))
    }
    const streets = (await suggest(text, source)).map((one) => one.kind === 'address' && one.entry.street)
    assert.ok(streets.includes(entry.street), text)
  }
})
