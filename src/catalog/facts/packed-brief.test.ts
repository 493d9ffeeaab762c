import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text.ts'
import { home } from '../../../test/catalog/contract.ts'
import { frozenRecords } from '../../../test/catalog/frozen-records.ts'
import type { Home } from '../../model/home.ts'
import { BRIEF_ADDRESS, BRIEF_FACTS, BRIEF_KEYS, BRIEF_LISTING } from '../../model/home-brief.ts'
import { packedBrief, unpackedBrief } from './packed-brief.ts'

/** Returns what a row of results should show of a home: the named keys and the first picture. */
function briefByHand(home: Home): unknown {
  const picked = (part: object, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(part).filter(([key, value]) => keys.includes(key) && value !== undefined))
  const { photos, ...listing } = home.listing ?? {}
  return {
    zpid: home.zpid,
    ...picked(home, BRIEF_KEYS),
    address: picked(home.address, BRIEF_ADDRESS),
    facts: picked(home.facts, BRIEF_FACTS),
    ...(home.listing && {
      listing: { ...picked(listing, BRIEF_LISTING), ...(photos && { photos: photos.slice(0, 1) }) },
    }),
  }
}

/** Packs and unpacks a home, and removes the keys of unknown facts. */
function unpacked(one: Home): unknown {
  return JSON.parse(JSON.stringify(unpackedBrief(one.zpid, packedBrief(one))))
}

test('packing and unpacking a home restores the values that result rows show', () => {
  const { home: homes } = frozenRecords()
  assert.ok(homes.length > 0)
  for (const each of homes) assert.deepEqual(unpacked(each), briefByHand(each))
})

test('every text and number that result rows show is restored, whatever else is known of the home', () => {
  const texts = anyText()
  const homes = fc.record({
    facts: fc.record({ bathrooms: fc.double({ noNaN: true }), yearBuilt: fc.nat(), roof: texts }, { requiredKeys: [] }),
    listing: fc.option(
      fc.record({
        kind: fc.constantFrom('sale', 'lease'),
        status: fc.constant('Active'),
        listedBy: fc.constant('owner'),
        mlsName: texts,
        photos: fc.array(fc.record({ url: texts })),
        contact: fc.record({ name: texts }),
      }),
      { nil: undefined },
    ),
  })
  fc.assert(
    fc.property(homes, ({ facts, listing }) => {
      const one = home(7, { facts, ...(listing && { listing }) })
      const brief: unknown = JSON.parse(JSON.stringify(briefByHand(one))) // JSON has no -0
      assert.deepEqual(unpacked(one), brief)
    }),
  )
})
