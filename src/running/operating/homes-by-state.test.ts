import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { nobody } from '../../catalog/ports/withheld.ts'
import { silentLog } from '../../kit/base/log.ts'
import { homesByState } from './homes-by-state.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-states-'))
after(() => rmSync(dataDir, { recursive: true }))

test('every home is counted in one row, also a home without a ZIP code; homes without a state are in the last row', async () => {
  const writer = openWriter({
    dataDir,
    kind: 'imported',
    replace: false,
    newCatalogId: () => '0'.repeat(16),
    cards: trialCards,
  })
  const places = [
    { state: 'TX', zipcode: '78701' },
    { state: 'TX', zipcode: '' },
    { state: 'TX', zipcode: '' },
    { state: 'WA', zipcode: '98103' },
    { state: '', city: '', zipcode: '' },
  ]
  for (const [i, place] of places.entries()) {
    const made = listed(i + 1, i === 1 ? { status: 'Pending' } : {})
    writer.put('home', { ...made, address: { ...made.address, ...place } })
  }
  const unlisted = home(9)
  writer.put('home', { ...unlisted, address: { ...unlisted.address, state: 'WA', zipcode: '' } })
  writer.commit()
  const catalog = openCatalog(dataDir, silentLog, trialCards, nobody)
  const rows = await homesByState(catalog)
  catalog.close()
  assert.deepEqual(
    rows.map(({ state, name, homes, forSale, inactiveSales, offMarket: off }) => [
      state,
      name,
      homes,
      forSale,
      inactiveSales,
      off,
    ]),
    [
      ['TX', 'Texas', 3, 2, 1, 0],
      ['WA', 'Washington', 2, 1, 0, 1],
      [null, 'State not known', 1, 1, 0, 0],
    ],
  )
})
