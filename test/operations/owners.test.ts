import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home, HomeOwner } from '../../src/model/home.ts'
import { call } from './call.ts'
import { BY_OWNER, RENTAL, RICH, SOLD, UNDISCLOSED } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Owner {
  readonly ownerId: string
  readonly kind: string
  readonly name: string
  readonly mailingAddress: string | null
  readonly homeCount: number
}

interface Search {
  readonly ownerCount: number
  readonly owners: readonly Owner[]
}

interface Portfolio {
  readonly owner: Owner
  readonly homeCount: number
  readonly estimates: { readonly homes: number; readonly sum: number }
  readonly assessments: { readonly homes: number; readonly sum: number }
  readonly places: readonly { readonly name: string; readonly homes: number }[]
  readonly bounds: object | null
  readonly points: readonly { readonly zpid: number }[]
  readonly homes: readonly {
    readonly home: { readonly zpid: number }
    readonly owners: string
    readonly source: string
    readonly date: string | null
  }[]
  readonly sameMailingAddress: readonly Owner[]
}

const ownedBy = (home: Home, owner: HomeOwner): Home => ({ ...home, owner })
const SUITE = '500 W 2nd St Ste 1900, Austin, TX 78701'

const CONTEXT = smallContext({
  homes: [
    ownedBy(RICH, { name: 'ACME HOLDINGS LLC', address: SUITE, day: '2020-05-06' }),
    ownedBy(SOLD, { name: 'Acme Holdings, L.L.C.', address: '500 West 2nd Street Suite 1900 Austin TX 78701' }),
    ownedBy(RENTAL, { name: 'ACME RENTALS TWO LLC', address: SUITE }),
    ownedBy(BY_OWNER, { name: 'SMITH JOHN A & MARY B', address: '1 Elm St, Austin, TX 78704' }),
    ownedBy(UNDISCLOSED, { name: 'HIDDEN HOLDINGS LLC', address: SUITE }),
  ],
})

async function found(name: string, more: Readonly<Record<string, string>> = {}): Promise<Search> {
  return (await call('/owner/search', { name, ...more }, CONTEXT)) as Search // `call` has checked the answer
}

async function portfolioOf(ownerId: string): Promise<Portfolio> {
  return (await call('/owner/portfolio', { ownerId }, CONTEXT)) as Portfolio // `call` has checked the answer
}

test('owners are found by all words of a name, in any order and spelling', async () => {
  for (const name of ['acme holdings', 'Holdings, ACME L.L.C.', 'acme hold', 'ACME HOLDINGS LIMITED LIABILITY COMPANY'])
    assert.deepEqual(
      (await found(name)).owners.map((owner) => [owner.kind, owner.name, owner.homeCount, owner.mailingAddress]),
      [['company', 'ACME HOLDINGS LLC', 2, SUITE]],
      name,
    )
  for (const name of ['John A. Smith', 'smith john', 'SMITH, JOHN A TRUSTEE'])
    assert.deepEqual(
      (await found(name)).owners.map(({ kind, name: own }) => [kind, own]),
      [['person', 'SMITH JOHN A']],
      name,
    )
  const { ownerCount, owners } = await found('acme')
  assert.deepEqual([ownerCount, owners.map(({ homeCount }) => homeCount)], [2, [2, 1]])
  assert.equal((await found('acm holdings')).ownerCount, 0) // only the last word may be a beginning
  assert.equal((await found('acme', { place: 'Austin, TX' })).ownerCount, 2)
  assert.deepEqual((await found('acme', { page: '2' })).owners, [])
})

test('a portfolio has homes, sums, places and a map, and other owners with the same mailing address', async () => {
  const [acme] = (await found('acme holdings')).owners
  const portfolio = await portfolioOf(acme?.ownerId ?? '')
  assert.deepEqual(portfolio.owner, acme)
  assert.equal(portfolio.homeCount, 2)
  assert.deepEqual(
    portfolio.homes.map(({ home, owners, date }) => [home.zpid, owners, date]),
    [
      [RICH.zpid, 'ACME HOLDINGS LLC', '2020-05-06'],
      [SOLD.zpid, 'Acme Holdings, L.L.C.', null],
    ].sort(([a], [b]) => Number(a) - Number(b)),
  )
  const homes = [RICH, SOLD]
  assert.equal(portfolio.points.length, homes.filter(({ point }) => point).length)
  assert.equal(
    portfolio.estimates.sum,
    homes.reduce((sum, { estimate }) => sum + (estimate?.value ?? 0), 0),
  )
  assert.deepEqual(
    portfolio.sameMailingAddress.map(({ name }) => name),
    ['ACME RENTALS TWO LLC'],
  )
})

test('a couple are two owners of one home', async () => {
  const [john] = (await found('smith john')).owners
  const [mary] = (await found('smith mary')).owners
  assert.notEqual(john?.ownerId, mary?.ownerId)
  for (const owner of [john, mary]) {
    const { homes, sameMailingAddress } = await portfolioOf(owner?.ownerId ?? '')
    assert.deepEqual(
      homes.map(({ home }) => home.zpid),
      [BY_OWNER.zpid],
    )
    assert.equal(sameMailingAddress.length, 1)
  }
})

test('a home with an undisclosed address belongs to nobody', async () => {
  assert.equal((await found('hidden holdings')).ownerCount, 0)
})

test('no other operation shows an owner', async () => {
  const zpid = String(RICH.zpid)
  for (const path of ['/pro/byzpid', '/byzpid', '/ownerinfo'])
    assert.doesNotMatch(
      JSON.stringify(await call(path, path === '/ownerinfo' ? { byzpid: zpid } : { zpid }, CONTEXT)),
      /acme/i,
    )
})

test('unknown owners, unknown places and short names are refused, without repeating a name', async () => {
  const refused = async (path: string, query: Readonly<Record<string, string>>) => {
    const fault = await call(path, query, CONTEXT).catch((error: unknown) => error)
    assert(fault instanceof Fault)
    return fault
  }
  const unknown = await refused('/owner/portfolio', { ownerId: 'John Smith' })
  assert.equal(unknown.code, 'owner.unknown')
  assert.doesNotMatch(unknown.message, /Smith/)
  assert.equal((await refused('/owner/search', { name: 'acme', place: 'Nowhere, ZZ' })).code, 'place.unknown')
  assert.equal((await refused('/owner/search', { name: 'ab' })).code, 'param.invalid')
})
