import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Agent } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { AGENTS, HOMES, NOW_MS, RICH, UNDISCLOSED } from './made-homes.ts'
import { CARA } from './made-people.ts'
import { smallContext } from './small-catalog.ts'

const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString().slice(0, 10)

function sold(zpid: number, daysAgo: number, price: number, who: Partial<Home['history'][number]>): Home {
  const { listing, ...rest } = RICH
  assert(listing !== undefined)
  const event = { date: dayAgo(daysAgo), event: 'Sold', price, source: 'county', ...who } as const
  return { ...rest, zpid, address: { ...RICH.address, streetAddress: `${zpid} Oak St` }, history: [event] }
}

const SALES = [
  sold(11, 0, 500_000, { sellerAgentId: 'agent-cara' }),
  sold(12, 365, 300_000, { buyerAgentId: 'agent-cara' }),
  sold(13, 366, 900_000, { buyerAgentId: 'agent-cara', sellerAgentId: 'agent-cara' }),
]
/** An agent with only a name. The name is not English. */
const SPARSE: Agent = { agentId: 'agent-zoe', username: 'zoe', name: "Zoë O'Neil", languages: ['polish'] }
const context = smallContext({ homes: [...HOMES, ...SALES], agents: [...AGENTS, CARA, SPARSE] })

interface Search {
  readonly agents: readonly { readonly encodedZuid: string; readonly profileData: readonly { data: string }[] }[]
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly nearNames?: readonly string[]
  readonly location?: { found: boolean; readonly alternatives: readonly string[]; readonly why?: string }
}

const search = async (query: Readonly<Record<string, string>>) =>
  (await call('/agent/search', query, context)) as Search
const idsOf = async (query: Readonly<Record<string, string>>) =>
  (await search(query)).agents.map(({ encodedZuid }) => encodedZuid)

async function faultOf(path: string, query: Readonly<Record<string, string>>): Promise<Fault> {
  const fault = await call(path, query, context).catch((error: unknown) => error)
  assert.ok(fault instanceof Fault, JSON.stringify(query))
  return fault
}

test('every answer about agents matches its declaration, for an agent with all facts and for one with almost none', async () => {
  for (const agent of [CARA, SPARSE, ...AGENTS]) {
    const { username, agentId: encodedZuid, name } = agent
    assert.ok(Object.hasOwn(await call('/agent/details', { username }, context), 'agent_details'), name)
    for (const path of ['/agent/for_sale', '/agent/for_rent', '/agent/sold_properties']) {
      assert.ok(await call(path, { encodedZuid }, context), `${path} ${name}`)
    }
  }
})

test('top agents come first, then those with the most sales in the last year, then by id', async () => {
  assert.deepEqual(await idsOf({}), ['agent-cara', 'agent-ann', 'agent-bob'])
  assert.deepEqual(await idsOf({ languages: 'english,polish' }), ['agent-cara', 'agent-ann', 'agent-bob', 'agent-zoe'])
})

test('an agent’s figures come from the homes: a sale counts for a year, including the day itself', async () => {
  const { agent_details } = (await call('/agent/details', { username: CARA.username }, context)) as {
    readonly agent_details: Readonly<Record<string, unknown>>
  }
  assert.deepEqual(agent_details.lastYearPastSalesTotal, { count: 2 })
  assert.deepEqual(agent_details.lastYearPriceRange, { min: 300_000, max: 500_000 })
  assert.deepEqual(agent_details.pastSales, { total: 3 })
  const [row] = (await search({ agentName: 'cara' })).agents
  assert.deepEqual(
    row?.profileData.map(({ data }) => data),
    ['$300,000 - $500,000', '2', '0', '0'],
  )
})

test('a price range matches agents who sold a home in that range within the last year', async () => {
  assert.deepEqual(await idsOf({ priceRange: '300000,300000' }), ['agent-cara'])
  assert.deepEqual(await idsOf({ priceRange: '900000,900000' }), [])
  assert.deepEqual(await idsOf({ priceRange: '310000, 490000' }), [])
})

test('sales name the represented party, latest first', async () => {
  const answer = (await call('/agent/sold_properties', { encodedZuid: CARA.agentId }, context)) as {
    readonly pastSales: readonly { readonly zpid: number; readonly represented: string; readonly price: string }[]
    readonly pastSalesCount: number
  }
  assert.deepEqual(
    answer.pastSales.map(({ zpid, represented, price }) => [zpid, represented, price]),
    [
      [11, 'Seller', '$500,000'],
      [12, 'Buyer', '$300,000'],
      [13, 'Buyer and Seller', '$900,000'],
    ],
  )
  assert.equal(answer.pastSalesCount, 3)
})

test('a name is found by the beginnings of its words, in any order, ignoring case and accents', async () => {
  for (const agentName of ['cara', 'CARA complete', 'jones cara', 'Complété', 'jo ca']) {
    assert.deepEqual(await idsOf({ agentName }), ['agent-cara'], agentName)
  }
  assert.deepEqual(await idsOf({ agentName: 'zoe oneil', languages: 'polish' }), ['agent-zoe'])
  for (const agentName of ['ara', 'cara smith', '!!!']) assert.deepEqual(await idsOf({ agentName }), [], agentName)
})

test('English is the default language, and agents with unknown languages count as speaking it', async () => {
  assert.equal((await idsOf({})).includes('agent-zoe'), false)
  assert.equal((await idsOf({ languages: '' })).includes('agent-ann'), true)
  assert.deepEqual(await idsOf({ languages: ' polish , german ' }), ['agent-cara', 'agent-zoe'])
})

test('all specialties must match; isBuying, isSelling and isTopAgent filter when true, and do nothing when false', async () => {
  assert.deepEqual(await idsOf({ specialties: 'relocation, luxury-homes' }), ['agent-cara'])
  assert.deepEqual(await idsOf({ specialties: 'relocation,rentals' }), [])
  assert.deepEqual(await idsOf({ isTopAgent: '1' }), ['agent-cara'])
  assert.deepEqual(await idsOf({ isBuying: 'True' }), ['agent-cara', 'agent-bob'])
  assert.equal((await idsOf({ isSelling: 'true' })).includes('agent-ann'), true)
  assert.deepEqual(await idsOf({ isBuying: 'false', isSelling: '0', isTopAgent: 'False' }), await idsOf({}))
})

test('a place means agents who have listed or sold there, or whose office is in that city', async () => {
  assert.deepEqual(await idsOf({ location: 'Austin, TX' }), ['agent-cara', 'agent-ann', 'agent-bob'])
  assert.deepEqual(await idsOf({ location: '78704' }), [])
  assert.deepEqual(await idsOf({ location: 'Texas', isTopAgent: 'true' }), ['agent-cara'])
})

test('a near match of a place is offered, never used, and an address is not a place', async () => {
  const typo = await search({ location: 'Austn, TX' })
  assert.deepEqual([typo.agents, typo.location?.found, typo.location?.alternatives[0]], [[], false, 'Austin, TX'])
  const address = await search({ location: '1204 N Lamar Blvd, Austin, TX 78703' })
  assert.deepEqual([address.agents, address.location?.found], [[], false])
  assert.match(address.location?.why ?? '', /not by address/)
  assert.deepEqual(address.location?.alternatives, ['Austin, TX 78703'])
})

test('a page past the last one is empty, and page 25 is the last', async () => {
  assert.deepEqual(await idsOf({ page: '2' }), [])
  assert.equal((await search({ page: '26' })).resultsCount.totalMatchingCount, 3)
  const past = await call('/agent/for_sale', { encodedZuid: 'agent-ann', page: '9' }, context)
  assert.deepEqual((past as { forSaleListings: unknown }).forSaleListings, [])
})

test('wrong parameters are refused, with the nearest value if there is one', async () => {
  const refused = async (query: Readonly<Record<string, string>>) => {
    const [error] = (await faultOf('/agent/search', query)).extras.errors ?? []
    return [error?.parameter, error?.nearest]
  }
  assert.deepEqual(await refused({ languages: 'german, polnish' }), ['languages', 'polish'])
  assert.deepEqual(await refused({ specialties: 'Relocatoin' }), ['specialties', 'relocation'])
  assert.deepEqual(await refused({ specialties: 'luxury home' }), ['specialties', 'luxury-homes'])
  assert.deepEqual(await refused({ priceRange: '5,2' }), ['priceRange', undefined])
  for (const page of ['0', '-1', '1.5', 'x']) assert.deepEqual(await refused({ page }), ['page', undefined])
})

test('the link takes precedence over the user name; one that matches no agent is a 404 with its container', async () => {
  const both = { agent_link: 'https://any.example/profile/cara-complete/', username: 'ann' }
  const { agent_details } = (await call('/agent/details', both, context)) as {
    readonly agent_details: { readonly displayUser: { readonly name: string } }
  }
  assert.equal(agent_details.displayUser.name, CARA.name)
  const fault = await faultOf('/agent/details', { ...both, agent_link: '/profile/nobody/' })
  assert.deepEqual([fault.code, fault.extras.container], ['agent.unknown', { agent_details: {} }])
  assert.equal((await faultOf('/agent/details', {})).code, 'param.invalid')
})

test('an unknown agent id is a 404 with the list that clients read', async () => {
  for (const [path, key] of [
    ['/agent/for_sale', 'forSaleListings'],
    ['/agent/for_rent', 'forRentListings'],
    ['/agent/sold_properties', 'pastSales'],
  ] as const) {
    const fault = await faultOf(path, { encodedZuid: 'nobody' })
    assert.deepEqual([fault.code, fault.extras.container], ['agent.unknown', { [key]: [] }])
  }
})

test('an undisclosed address stays undisclosed in an agent’s lists', async () => {
  const hidden: Home = {
    ...UNDISCLOSED,
    listing: { ...RICH.listing, kind: 'sale', status: 'Active', listedBy: 'agent', listAgentId: CARA.agentId },
    history: SALES[0]?.history ?? [],
  }
  const withHidden = smallContext({ homes: [hidden], agents: [CARA] })
  for (const path of ['/agent/for_sale', '/agent/sold_properties']) {
    const answer = JSON.stringify(await call(path, { encodedZuid: CARA.agentId }, withHidden))
    assert.equal(answer.includes(hidden.address.streetAddress), false)
    assert.equal(answer.includes(String(hidden.zpid)), true)
  }
})

test('an agent is found by other spellings of the name, but only if no agent has the exact name', async () => {
  const named = (agentId: string, name: string): Agent => ({ agentId, username: agentId, name })
  const agents = [
    named('obrien', "Mary O'Brien"),
    named('mcdonald', 'James Mc Donald'),
    named('mac', 'Iris McDonald'),
    named('third', 'John Cole III'),
    named('maryann', 'Mary Ann Beck'),
    named('delacruz', 'Rosa Delacruz'),
  ]
  const among = smallContext({ homes: HOMES, agents })
  for (const [agentName, ...ids] of [
    ['O Brien', 'obrien'],
    ["Mrs. Mary O'Brien", 'obrien'],
    ['McDonald', 'mac'],
    ['Mc Donald', 'mcdonald'],
    ['JamesMcDonald', 'mcdonald'],
    ['James McDonald', 'mcdonald'],
    ['John Cole 3rd', 'third'],
    ['Mr John Cole, iii', 'third'],
    ['Maryann Beck', 'maryann'],
    ['Rosa De La Cruz', 'delacruz'],
    ['Rosa Cole'],
  ]) {
    const { agents: found } = (await call('/agent/search', { agentName: agentName ?? '' }, among)) as Search
    assert.deepEqual(
      found.map(({ encodedZuid }) => encodedZuid),
      ids,
      agentName,
    )
  }
})

test('a misspelled name of an agent is answered with the nearest names, and an unlike name with none', async () => {
  const agents = ['Mary Gonzalez', 'Jonathan Smith', 'Joan Smyth', 'Al Gore'].map((name, i): Agent => {
    return { agentId: `near-${i}`, username: `near-${i}`, name }
  })
  const among = smallContext({ homes: HOMES, agents })
  for (const [agentName, ...names] of [
    ['Mary Gonzales', 'Mary Gonzalez'],
    ['Mray Gonzalez', 'Mary Gonzalez'],
    ['Nary Gonzalez', 'Mary Gonzalez'],
    ['Gonzlez', 'Mary Gonzalez'],
    ['Joan Smithe', 'Joan Smyth'],
    ['Jonathon Smth', 'Jonathan Smith'],
    ['Bl Gore'],
    ['Xavier Quux'],
    ['Joan Smyth'],
  ]) {
    const { nearNames = [] } = (await call('/agent/search', { agentName: agentName ?? '' }, among)) as Search
    assert.deepEqual(nearNames, names, agentName)
  }
})

test('agents with an office in a city without homes are found there, in any state and whether or not a list has the city', async () => {
  const cities = ['Tacoma, WA', 'Springfield, MO', 'Springfield, IL', 'North East, MD', 'Mott Hollow, TX', 'Austin, MN']
  const offices = [...cities, 'Springfield, IL'].map((place, at): Agent => {
    const [city = '', state = ''] = place.split(', ')
    return { agentId: `office-${at}`, username: `office-${at}`, name: 'Tess Cole', city, state }
  })
  const among = smallContext({ homes: HOMES, agents: [...AGENTS, ...offices] })
  const shownFor = async (location: string) => {
    const { agents, location: shown, resultsCount } = (await call('/agent/search', { location }, among)) as Search
    assert.equal(resultsCount.totalMatchingCount, agents.length)
    if (shown?.found)
      assert.match(shown.why ?? '', /no homes in this catalog: the results are agents whose office is there/)
    return [agents.map(({ encodedZuid }) => encodedZuid).join(' '), shown?.found, shown?.alternatives.join('; ')]
  }
  assert.deepEqual(await shownFor('Tacoma, WA'), ['office-0', true, ''])
  assert.deepEqual(await shownFor('tacoma'), ['office-0', true, ''])
  assert.deepEqual(await shownFor('Springfield'), ['office-2 office-6', true, 'Springfield, MO'])
  assert.deepEqual(await shownFor('springfield missouri'), ['office-1', true, ''])
  assert.deepEqual(await shownFor('North East, MD'), ['office-3', true, ''])
  assert.deepEqual(await shownFor('Mott Hollow'), ['office-4', true, ''])
  assert.deepEqual(await shownFor('Austin, MN'), ['office-5', true, 'Austin, TX'])
  const austin = (await call('/agent/search', { location: 'Austin' }, among)) as Search
  assert.ok(austin.location?.alternatives.includes('Austin, MN'))
  const spokane = (await call('/agent/search', { location: 'Spokane, WA' }, among)) as Search
  assert.deepEqual([spokane.agents, spokane.location?.found], [[], false])
})
