import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Home, Listing } from '../../src/model/home.ts'
import { anyHome } from './any-home.ts'
import { call } from './call.ts'
import { AGENTS, BARE, BY_OWNER, HOMES, RENTAL, RICH, SOLD, UNITS } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface OwnerInfo {
  readonly isListedByOwner: boolean
  readonly forSaleOrSold_ListingContact: Readonly<Record<string, unknown>> | null
  readonly rentalListingContact: Readonly<Record<string, unknown>> | null
}

async function ownerOf(home: Home): Promise<OwnerInfo> {
  const others = HOMES.filter(({ zpid }) => zpid !== home.zpid)
  const answer = await call('/ownerinfo', { byzpid: String(home.zpid) }, smallContext({ homes: [home, ...others] }))
  return answer as OwnerInfo // `call` has checked the answer
}

function listedAs(home: Home, change: Partial<Listing>): Home {
  assert(home.listing)
  return { ...home, listing: { ...home.listing, ...change } }
}

test('a home sold by an agent names the agent, the office and the listing service', async () => {
  const { isListedByOwner, forSaleOrSold_ListingContact, rentalListingContact } = await ownerOf(RICH)
  assert.deepEqual([isListedByOwner, rentalListingContact], [false, null])
  const { agentName, agentPhoneNumber, brokerName, mlsName, lastChecked } = forSaleOrSold_ListingContact ?? {}
  assert.deepEqual(
    [agentName, agentPhoneNumber, brokerName, mlsName, lastChecked],
    ['Ann Agent', '512-555-0101', 'Hill Country Homes', 'Hill Country MLS', '2026-11-19 12:00:00'],
  )
})

test('a home sold by its owner says so, and names the contact of the owner’s choice', async () => {
  const { isListedByOwner, forSaleOrSold_ListingContact, rentalListingContact } = await ownerOf(BY_OWNER)
  assert.deepEqual([isListedByOwner, rentalListingContact], [true, null])
  const { agentName, agentPhoneNumber, attributionTitle } = forSaleOrSold_ListingContact ?? {}
  assert.deepEqual([agentName, agentPhoneNumber, attributionTitle], ['Otto Owner', '(512) 555-0106', 'Listed by owner'])
})

test('a sold home still names who sold it', async () => {
  const sold = await ownerOf(listedAs(SOLD, { listAgentId: 'agent-bob' }))
  assert.equal(sold.forSaleOrSold_ListingContact?.agentName, 'Bob Agent')
})

test('a rental names its contact: the listing’s, otherwise its agent with reviews', async () => {
  const byContact = await ownerOf(RENTAL)
  assert.deepEqual([byContact.isListedByOwner, byContact.forSaleOrSold_ListingContact], [false, null])
  assert.deepEqual(byContact.rentalListingContact, {
    displayName: 'Rita Rental',
    businessName: 'Rita Rents',
    phoneNumber: '512-555-0104',
    agentBadgeType: null,
    photoUrl: null,
    reviewsReceivedCount: 0,
    reviewsUrl: null,
    ratingAverage: null,
    isBrokerLocalCompliance: null,
  })
  const { contact, ...listing } = RENTAL.listing ?? {}
  assert.ok(contact)
  // only the contact is missing
  const byAgent = await ownerOf({ ...RENTAL, listing: { ...(listing as Listing), listAgentId: 'agent-bob' } })
  const bob = byAgent.rentalListingContact
  const { reviews = [] } = AGENTS[1] ?? {}
  assert.deepEqual([bob?.displayName, bob?.phoneNumber], ['Bob Agent', '512-555-0102'])
  assert.deepEqual([bob?.ratingAverage, bob?.reviewsReceivedCount], [4.7, reviews.length])
})

test('no one is named for a home that is not listed or whose listing ended without a sale', async () => {
  const unlisted = [BARE, UNITS[2] ?? BARE]
  const ended = (['Canceled', 'Expired', 'Withdrawn'] as const).map((status) => listedAs(BY_OWNER, { status }))
  for (const home of [...unlisted, ...ended, listedAs(RENTAL, { status: 'Closed' })]) {
    const { isListedByOwner, forSaleOrSold_ListingContact, rentalListingContact } = await ownerOf(home)
    assert.deepEqual([isListedByOwner, forSaleOrSold_ListingContact, rentalListingContact], [false, null, null])
  }
})

test('for any home, the answer matches its declaration and has at most one of the two contacts', async () => {
  await fc.assert(
    fc.asyncProperty(anyHome, async (home) => {
      const { forSaleOrSold_ListingContact, rentalListingContact } = await ownerOf(home)
      assert.ok(forSaleOrSold_ListingContact === null || rentalListingContact === null)
    }),
    { numRuns: 40 },
  )
})
