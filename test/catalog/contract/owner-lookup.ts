import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/ports/catalog-writer.ts'
import { nobody, type Withheld } from '../../../src/catalog/ports/withheld.ts'
import type { Home, HomeOwner } from '../../../src/model/home.ts'
import { naiveOwnerLookup } from '../../search/naive-owners.ts'
import { home } from './records.ts'

interface OwnersBackend {
  write(): CatalogWriter
  read(withheld?: Withheld): Catalog | Promise<Catalog>
}

const DALLAS = { streetAddress: '9 Oak Ave', city: 'Dallas', state: 'TX', zipcode: '75201', county: 'Dallas' }
const SUITE = '500 W 2nd St Ste 1900, Austin, TX 78701'

const owned = (zpid: number, owner: HomeOwner | undefined, more: Partial<Home> = {}) =>
  home(zpid, { ...more, ...(owner && { owner }) })

const HOMES: readonly Home[] = [
  owned(1, { name: 'ACME HOLDINGS LLC', address: SUITE }, { estimate: { value: 300_000 } }),
  owned(2, { name: 'Acme Holdings, L.L.C.', address: '500 West 2nd Street Suite 1900 Austin TX 78701' }),
  owned(3, { name: 'ACME RENTALS LLC', address: SUITE }, { taxes: [{ year: 2025, assessedValue: 200_000 }] }),
  owned(4, { name: 'SMITH JOHN A & MARY B' }, { address: DALLAS }),
  owned(5, { name: 'SMITH JOHN A' }),
  owned(6, { name: 'SMITH & SONS LLC', address: SUITE }, { address: { ...DALLAS, undisclosed: true } }),
  owned(7, undefined),
]

/** Tests the promises of `OwnerLookup`: after one change, and after later changes, it answers as the naive lookup. */
export function ownerContract(backendNow: () => OwnersBackend): void {
  const putAll = async (homes: readonly Home[]) => {
    const writer = backendNow().write()
    for (const each of homes) writer.put('home', each)
    writer.commit()
  }
  const compare = async (homes: readonly Home[]) => {
    const catalog = await backendNow().read()
    const [real, naive] = [catalog.owners, naiveOwnerLookup(homes)]
    for (const words of [['acme'], ['acme', 'hold'], ['holdings', 'acm'], ['smith', 'john', 'a'], ['llc'], ['nobody']])
      for (const region of [undefined, 'city/tx/dallas', 'state/tx', 'city/tx/nowhere']) {
        const query = { words, ...(region !== undefined && { region }), offset: 0, limit: 10 }
        const page = await naive.page(query)
        assert.deepEqual(await real.page(query), page, String([words, region]))
        assert.deepEqual((await real.page({ ...query, offset: 1 })).owners, page.owners.slice(1))
      }
    const { owners } = await naive.page({ words: [''], offset: 0, limit: 100 })
    for (const { ownerId } of owners) {
      assert.deepEqual(await real.owner(ownerId), await naive.owner(ownerId))
      assert.deepEqual(await real.totals(ownerId), await naive.totals(ownerId))
      assert.deepEqual(await real.sharing(ownerId), await naive.sharing(ownerId))
      const span = { offset: 0, limit: 10 }
      assert.deepEqual(await real.homesOf(ownerId, span), await naive.homesOf(ownerId, span))
    }
    assert.equal(await real.owner('nobody'), undefined)
    await catalog.close()
  }

  test('owners are found by name and place, with their homes, sums and other owners at their address', async () => {
    await putAll(HOMES)
    await compare(HOMES)
  })

  test('owners change with their homes, and end with their last home', async () => {
    await putAll(HOMES)
    const sold = owned(3, { name: 'DOE JANE' })
    const writer = backendNow().write()
    writer.put('home', sold)
    writer.remove('home', 2)
    writer.commit()
    await compare([...HOMES.filter(({ zpid }) => zpid !== 2 && zpid !== 3), sold])
  })

  test('a search whose words all belong to too many owners is refused; with a rarer word it is exact', async () => {
    const companies = Array.from({ length: 10_001 }, (_, nth) => `ACME ${nth} LLC`)
    await putAll([owned(1, { name: [...companies, 'ACME RARE LLC'].join(' & ') })])
    const { owners } = await backendNow().read()
    for (const words of [['acme'], ['llc', 'acme'], ['ac']])
      await assert.rejects(owners.page({ words, offset: 0, limit: 10 }), { code: 'search.too_costly' })
    for (const words of [
      ['acme', 'rare'],
      ['rare', 'llc'],
      ['acme', '10000'],
    ])
      assert.equal((await owners.page({ words, offset: 0, limit: 10 })).total, 1, words.join(' '))
  })

  test('a hidden person owns nothing, wherever the person is recognized', async () => {
    await putAll(HOMES)
    const hiding: Withheld = {
      ...nobody,
      version: 'hiding',
      mayHave: (_id, name) => name === 'a john smith',
      has: ({ name, addresses }) => name === 'a john smith' && addresses.some(({ city }) => city === 'Dallas'),
    }
    const catalog = await backendNow().read(hiding)
    const { total, owners } = await catalog.owners.page({ words: ['john', 'smith'], offset: 0, limit: 10 })
    assert.equal(total, 1) // the namesake in another county
    const [namesake] = owners
    assert.deepEqual(await catalog.owners.homesOf(namesake?.ownerId ?? '', { offset: 0, limit: 10 }), [5])
    const whole = naiveOwnerLookup(HOMES)
    const all = await whole.page({ words: ['john', 'smith'], offset: 0, limit: 10 })
    for (const { ownerId } of all.owners)
      if (ownerId !== namesake?.ownerId) assert.equal(await catalog.owners.owner(ownerId), undefined)
    await catalog.close()
  })
}
