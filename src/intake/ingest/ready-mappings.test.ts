import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { xlsxFile } from '../../../test/ingest/xlsx-file.ts'
import type { Home } from '../../model/home.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { inspectFile } from './inspect.ts'
import { meaningOf, STATUS_WORDS } from './inspection/words.ts'
import { readMapping } from './mapping.ts'
import { loadMapping } from './mapping-files.ts'
import type { Report } from './report.ts'
import { runImport } from './run.ts'

const gazetteer = loadGazetteer()
let trial: Trial
beforeEach(() => {
  trial?.remove()
  trial = new Trial()
})
after(() => trial.remove())

async function run(content: string, mapping: string): Promise<{ report: Report; homes: readonly Home[] }> {
  const report = await trial.run(content, loadMapping(mapping), { gazetteer })
  return { report, homes: [...trial.homes.values()] }
}

const LISTING = {
  ListingKey: 'k1',
  ListingId: 'A-1',
  PropertyType: 'Residential',
  PropertySubType: 'Single Family Residence',
  StandardStatus: 'Active Under Contract',
  StreetNumber: '12',
  StreetName: 'Main',
  StreetSuffix: 'St',
  City: 'Seattle',
  StateOrProvince: 'WA',
  PostalCode: '98103-1234',
  CountyOrParish: 'King County',
  ListPrice: 750000,
  LivingArea: 100,
  LivingAreaUnits: 'Square Meters',
  AssociationFee: 100,
  AssociationFeeFrequency: 'Semi-Annually',
  SpecialListingConditions: ['Standard', 'Real Estate Owned'],
  View: ['Mountain(s)', 'Golf Course', 'Lake'],
  Media: [{ MediaURL: 'https://a.example/1' }, { MediaURL: 'https://a.example/2' }],
  ModificationTimestamp: '2026-01-02T03:04:05Z',
}

test('reso-properties reads an answer of a RESO Web API, in both spellings of its values', async () => {
  const others = [
    {
      ...LISTING,
      ListingKey: 'k2',
      PropertySubType: null,
      PropertyType: 'Land',
      LivingArea: null,
      StandardStatus: 'Active',
    },
    {
      ...LISTING,
      ListingKey: 'k3',
      PropertySubType: 'Condominium',
      PropertyType: 'ResidentialLease',
      StandardStatus: 'ComingSoon',
    },
    { ...LISTING, ListingKey: 'k4', InternetEntireListingDisplayYN: false },
    { ...LISTING, ListingKey: 'k5', PropertyType: 'CommercialSale', PropertySubType: 'Office' },
    { ...LISTING, ListingKey: 'k6', StandardStatus: 'Delete' },
  ]
  const answer = {
    '@odata.context': 'https://a.example/$metadata#Property',
    value: [LISTING, ...others],
    '@odata.nextLink': 'x',
  }
  const { report, homes } = await run(JSON.stringify(answer, undefined, 2), 'reso-properties')
  assert.deepEqual([report.rowsRead, report.rows[0]?.removed, report.rowsLeftOut], [6, 2, 1])
  assert.deepEqual([report.rejected, report.reported], [[], []])
  const [home, land, lease] = homes
  assert.partialDeepStrictEqual(home, {
    sourceKey: 'k1',
    homeType: 'SINGLE_FAMILY',
    address: { streetAddress: '12 Main St', zipcode: '98103', county: 'King' },
    facts: { livingArea: 1076.39, views: ['Mountain', 'Water'] },
    listing: {
      status: 'ActiveUnderContract',
      kind: 'sale',
      listPrice: 750_000,
      mlsId: 'A-1',
      photos: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }],
    },
  })
  assert.deepEqual([land?.homeType, land?.facts.livingArea], ['LOT', undefined])
  assert.deepEqual([lease?.homeType, lease?.listing?.kind, lease?.listing?.status], ['CONDO', 'lease', 'ComingSoon'])
})

test('reso-properties rejects homes in other countries, and imports homes in the territories', async () => {
  const countries = ['US', 'United States', 'UnitedStates', null, '', 'PR', 'Puerto Rico', 'CA', 'Mexico', 'Österreich']
  const rows = countries.map((Country, i) => ({
    ...LISTING,
    ListingKey: `c${i}`,
    StreetNumber: `${2 * i + 20}`,
    Country,
  }))
  const { report } = await run(JSON.stringify(rows), 'reso-properties')
  assert.equal(report.rowsUsed, 7)
  assert.deepEqual(
    report.rejected.map(({ rule, rows: count }) => [rule, count]),
    [['country.other', 3]],
  )
  const abroad = Array.from({ length: 20 }, (_, i) => ({ ...rows[0], ListingKey: `a${i}`, Country: 'CA' }))
  await assert.rejects(
    run(JSON.stringify(abroad), 'reso-properties'),
    /are in another country: 20 of the first 20 rows/,
  )
})

test('reso-properties reads CSV without a format, and deletes listings that may no longer be shown, in any spelling', async () => {
  const text = readFileSync(new URL('../../../mappings/reso-properties.yaml', import.meta.url), 'utf8')
  const mapping = readMapping(text.replace(/^format: json$/m, ''), 'copy.yaml')
  const hidden = ['false', 'False', 'FALSE', 'no', 'No', 'N', 'n', 'F', 'f', '0']
  const shown = ['', 'true', 'True', 'Y', '1']
  for (const column of ['InternetEntireListingDisplayYN', 'MlgCanView']) {
    const rows = [...hidden, ...shown].map((word, i) => `k${i},Residential,Townhouse,Active,98103,750000,${word}`)
    const header = `ListingKey,PropertyType,PropertySubType,StandardStatus,PostalCode,ListPrice,${column}`
    trial.homes = new Map()
    const report = await trial.run(`${header}\n${rows.join('\n')}\n`, mapping, { gazetteer })
    assert.deepEqual([report.counts.new, report.rows[0]?.removed, report.reported], [shown.length, hidden.length, []])
    const expected = rows.slice(-shown.length).map((row) => row.replace(/,\w*$/, ',true'))
    await trial.run(`${header}\n${expected.join('\n')}\n`, mapping, { gazetteer })
    const gone = expected.map((row, i) => row.replace(/true$/, hidden[i] ?? ''))
    const after = await trial.run(`${header}\n${gone.join('\n')}\n`, mapping, { gazetteer })
    assert.deepEqual([after.counts.removed, trial.homes.size], [shown.length, 0], column)
  }
})

const DOWNLOAD = `SALE TYPE,SOLD DATE,PROPERTY TYPE,ADDRESS,CITY,STATE OR PROVINCE,ZIP OR POSTAL CODE,PRICE,BEDS,BATHS,LOCATION,SQUARE FEET,LOT SIZE,YEAR BUILT,DAYS ON MARKET,HOA/MONTH,STATUS,SOURCE,MLS#,LATITUDE,LONGITUDE
"In accordance with local rules, some listings are not included",,,,,,,,,,,,,,,,,,,,
PAST SALE,September-29-2020,Single Family Residential,12 Main St,Seattle,WA,98103,"$251,795",3,1.75,Wallingford,"1,200",4000,1950,,,Sold,NWMLS,1001,47.66,-122.34
MLS Listing,,Condo/Co-op,14 Main St #5,Seattle,WA,98103,350000,2,1,Wallingford,800,,1990,12,$450,Active,NWMLS,1002,47.66,-122.34
MLS Listing,,Parking,14 Main St,Seattle,WA,98103,50000,,,Wallingford,,,,12,,Active,NWMLS,1003,47.66,-122.34
MLS Listing,,Townhouse,16 Main St,Seattle,WA,98103,450000,2,1,Wallingford,900,,1990,12,,Contingent,OTHER,1002,47.66,-122.34
`

test('a download of a portal is read as listings or as sales, and its disclaimer is left out', async () => {
  const { report, homes } = await run(DOWNLOAD, 'download-listings')
  assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsLeftOut, report.reported], [5, 2, 3, []])
  assert.deepEqual(
    homes.map(({ sourceKey, homeType, listing, facts }) => [
      sourceKey,
      homeType,
      listing?.status,
      listing?.listPrice,
      facts.associationFee,
    ]),
    [
      ['NWMLS|1002', 'CONDO', 'Active', 350_000, 450],
      ['OTHER|1002', 'TOWNHOUSE', 'ActiveUnderContract', 450_000, undefined],
    ],
  )
  trial.homes = new Map()
  const sales = await run(DOWNLOAD, 'download-sales')
  assert.deepEqual([sales.report.rowsUsed, sales.report.rowsLeftOut], [1, 4])
  assert.partialDeepStrictEqual(sales.homes[0], {
    facts: { livingArea: 1200, bathrooms: 1.75 },
    listing: { status: 'Closed', closeDate: '2020-09-29', closePrice: 251_795 },
  })
})

test('pre-market statuses in a download mean coming soon, also in drafts', async () => {
  for (const status of ['Coming Soon', 'Pre On-Market', 'Pre-Market', 'PreActive']) {
    trial.homes = new Map()
    const { homes, report } = await run(DOWNLOAD.replace(',Active,NWMLS', `,${status},NWMLS`), 'download-listings')
    assert.deepEqual([homes[0]?.listing?.status, homes[0]?.listing?.listPrice], ['ComingSoon', 350_000], status)
    assert.deepEqual(report.reported, [])
    assert.equal(meaningOf(status, STATUS_WORDS), 'ComingSoon')
  }
})

test('a CSV mapping reads the same table from a spreadsheet, with native dates and numbers', async () => {
  const cell = (text: string) =>
    /^\d+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const line = (cells: readonly string[]) => `<row>${cells.join('')}</row>`
  const header =
    'BOROUGH,BLOCK,LOT,ADDRESS,APARTMENT NUMBER,BUILDING CLASS CATEGORY,NEIGHBORHOOD,ZIP CODE,SALE DATE,SALE PRICE,GROSS SQUARE FEET,LAND SQUARE FEET,YEAR BUILT'
  const sale = '3,20,7,10 JAY STREET,,01 ONE FAMILY DWELLINGS,DUMBO,11201,,900000,1200,900,1920'
  const day = '<c s="1"><v>42935</v></c>' // 2017-07-19
  const rows = [header.split(',').map(cell), sale.split(',').map((text, i) => (i === 8 ? day : cell(text)))].map(line)
  const file = join(trial.folder, 'sales.xlsx')
  writeFileSync(file, xlsxFile([{ name: 'Sales', rows: rows.join('') }]))
  const mapping = loadMapping('nyc-sales')
  const report = await runImport({
    files: [file],
    mapping,
    openWriter: () => trial.openWriter(),
    gazetteer,
    clock: { now: () => Date.UTC(2026, 0, 1) },
    rejectsPath: trial.rejectsPath,
  })
  assert.deepEqual([report.rowsUsed, report.rejected, report.reported], [1, [], []])
  const [home] = trial.homes.values()
  assert.deepEqual(
    [home?.listing?.closeDate, home?.listing?.closePrice, home?.facts.yearBuilt],
    ['2017-07-19', 900_000, 1920],
  )
  const { ready } = await inspectFile(file, { gazetteer: loadGazetteer(), nowMs: Date.UTC(2026, 0, 1) })
  assert.deepEqual(ready, ['nyc-sales'])
})

test('listings without a listing number are rejected, and not merged into one home', async () => {
  const text = DOWNLOAD.replaceAll(/,(NWMLS|OTHER),100\d,/g, ',$1,,')
  for (const [mapping, rows] of [
    ['download-listings', 2],
    ['download-sales', 1],
  ] as const) {
    const { report, homes } = await run(text, mapping)
    assert.deepEqual(
      [report.rejected.map(({ rule, rows: count }) => [rule, count]), homes],
      [[['key.incomplete', rows]], []],
    )
    assert.match(report.rejected[0]?.example ?? '', /: MLS# is empty$/)
  }
})

const NYC = `BOROUGH,NEIGHBORHOOD,BUILDING CLASS CATEGORY,BLOCK,LOT,ADDRESS,APARTMENT NUMBER,ZIP CODE,LAND SQUARE FEET,GROSS SQUARE FEET,YEAR BUILT,SALE PRICE,SALE DATE
1,CHELSEA,10 COOPS - ELEVATOR APARTMENTS,738,27,"345 WEST 14TH STREET, 5B",,10014,0,0,1930,"1,250,000",07/19/2017
1,CHELSEA,10 COOPS - ELEVATOR APARTMENTS,738,27,"345 WEST 14TH STREET, 6A",,10014,-,-,1930,"$990,000",7/9/2017
1,CHELSEA,13 CONDOS - ELEVATOR APARTMENTS,740,1203,200 WEST 15TH STREET,3C,10011,,"1,010",0,2000000,08/01/2017
3,BEDFORD,01 ONE FAMILY DWELLINGS,16,3,10 MAIN STREET,,11216,"2,000","1,800",1901,0,08/01/2017
3,BEDFORD,22 STORE BUILDINGS,16,4,12 MAIN STREET,,11216,"2,000","1,800",1901,500000,08/01/2017
`

test('nyc-sales reads sold homes, and each apartment of a co-operative as a home', async () => {
  const { report, homes } = await run(NYC, 'nyc-sales')
  assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsLeftOut], [5, 3, 2])
  assert.deepEqual([report.rejected, report.reported], [[], []])
  assert.deepEqual(
    homes.map(({ address, facts, listing }) => [
      address.streetAddress,
      facts.livingArea,
      listing?.closeDate,
      listing?.closePrice,
    ]),
    [
      ['345 WEST 14TH STREET APT 5B', undefined, '2017-07-19', 1_250_000],
      ['345 WEST 14TH STREET APT 6A', undefined, '2017-07-09', 990_000],
      ['200 WEST 15TH STREET APT 3C', 1010, '2017-08-01', 2_000_000],
    ],
  )
})

test('reso-properties reads list values in both spellings, and drops uncertain ones', async () => {
  const spoken = {
    ...LISTING,
    PropertyType: 'Residential Lease',
    Basement: ['Full', 'Partially Finished'],
    LaundryFeatures: ['Washer Hookup', 'In Unit'],
    Furnished: 'Negotiable',
    PetsAllowed: ['Dogs OK', 'Size Limit'],
    Roof: ['Metal', 'Composition'],
    InternetAutomatedValuationDisplayYN: false,
    OpenHouses: [
      {
        OpenHouseStartTime: '2026-02-01T18:00:00Z',
        OpenHouseEndTime: '2026-02-01T20:00:00Z',
        OpenHouseDate: '2026-02-01',
      },
    ],
  }
  const written = {
    ...spoken,
    ListingKey: 'k2',
    Basement: 'Full,PartiallyFinished',
    LaundryFeatures: 'WasherHookup,InUnit',
    PetsAllowed: 'DogsOK,SizeLimit',
    Roof: 'Metal, Composition',
  }
  const others = [
    { ...spoken, ListingKey: 'k3', Basement: ['Crawl Space'], Furnished: 'Unfurnished', PetsAllowed: ['Yes'] },
    { ...spoken, ListingKey: 'k4', Basement: ['Full'], LaundryFeatures: ['Common Area'], PetsAllowed: ['No'] },
  ]
  const { report, homes } = await run(JSON.stringify([spoken, written, ...others]), 'reso-properties')
  assert.deepEqual([report.rejected, report.reported], [[], []])
  for (const home of homes.slice(0, 2)) {
    assert.partialDeepStrictEqual(home, {
      facts: { basement: 'partly_finished', inUnitLaundry: true, roof: 'Metal, Composition' },
      listing: {
        noValuation: true,
        openHouses: [{ startMs: Date.UTC(2026, 1, 1, 18), endMs: Date.UTC(2026, 1, 1, 20) }],
        lease: { pets: ['SmallDogs'] },
      },
    })
    assert.equal(home.facts.furnished, undefined)
  }
  const [, , third, fourth] = homes
  assert.partialDeepStrictEqual(third, {
    facts: { basement: 'none', furnished: false },
    listing: { lease: { pets: ['SmallDogs', 'Cats'] } },
  })
  assert.deepEqual(
    [fourth?.facts.basement, fourth?.facts.inUnitLaundry, fourth?.listing?.lease?.pets],
    [undefined, undefined, undefined],
  )
})

test('reso-members reads languages as RESO writes them, the first phone number, and the first picture', async () => {
  const member = {
    MemberKey: 'm',
    MemberFullName: 'Ann Lee',
    MemberPreferredPhone: null,
    MemberDirectPhone: '206 555 0100',
    MemberLanguages: ['English', 'Klingon', 'Spanish'],
    Media: [{ MediaURL: 'https://a.example/1.jpg' }],
  }
  const text = readFileSync(new URL('../../../mappings/reso-members.yaml', import.meta.url), 'utf8')
  const mapping = readMapping(text.replace(/^format: csv$/m, 'format: json'), 'copy.yaml')
  const report = await trial.run(JSON.stringify([member]), mapping, { gazetteer })
  assert.partialDeepStrictEqual(trial.all('agent')[0], {
    phone: '206 555 0100',
    languages: ['english', 'spanish'],
    photoUrl: 'https://a.example/1.jpg',
  })
  assert.deepEqual(
    report.reported.map(({ rule, texts }) => [rule, texts?.[0]?.text]),
    [['Languages.unreadable', 'Klingon']],
  )
})
