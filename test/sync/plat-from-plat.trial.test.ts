import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newKey, PLAT, Program, plat, scratch } from '../e2e/program.ts'
import { freePort } from '../free-port.ts'
import { needs, SHARED_DATA } from '../needs.ts'

const KING_COUNTY = join(SHARED_DATA, 'king-county/kc_house_data.csv')

/** Number of homes in King County that a replica copies. A sync stores 10,000 at once, so this copy takes two commits. */
const COPIED = 11_000
/** Homes per request. A copy makes 20 requests per second, so it takes longer than the time until the origin is killed. */
const PAGE_HOMES = 100

interface ExportedHome {
  readonly zpid: number
  readonly InternetAddressDisplayYN: boolean
}

/**
 * Matches the center of a ZIP code, which is shown for a hidden address. The center may differ, because the replica
 * lacks some coordinates.
 */
const PLACE = /"latitude":[-\d.]+,"longitude":[-\d.]+,/

type Row = Readonly<Record<string, unknown>>

async function run(words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await plat(words)
  assert.equal(code, 0, stderr)
  return stdout
}

/** A Plat with a data folder, and with an address while it runs. */
class Machine {
  readonly data: string
  #program: Program | undefined
  #address = ''
  #port = ''
  #key = ''

  constructor(folder: string, name: string) {
    this.data = join(folder, name)
    mkdirSync(this.data, { recursive: true })
  }

  get address(): string {
    return this.#address
  }

  /** Makes an API key for other programs, as the operator does. */
  async key(): Promise<string> {
    if (this.#key === '') this.#key = (await newKey(this.data, 'pro')).key
    return this.#key
  }

  /** Starts the service at its earlier address. */
  async serve(): Promise<void> {
    if (this.#port === '') this.#port = String(await freePort())
    const ports = ['--port', this.#port]
    this.#program = new Program(PLAT, ['serve', '--data', this.data, ...ports], { PLAT_WORKERS: '1' })
    const [page] = await this.#program.shows(/For calls +(http:\S+)/)
    this.#address = page.match(/http:\S+/)?.[0] ?? ''
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#program?.child.kill(signal)
    await this.#program?.ended()
    this.#program = undefined
  }

  async exported(): Promise<string> {
    const out = join(this.data, 'export.ndjson')
    await run(['export', 'homes', '--format', 'ndjson', '--data', this.data, '--out', out])
    return readFileSync(out, 'utf8')
  }

  /** Returns the answer about a home, without parts that depend on the machine. */
  async answer(path: string, zpid: number): Promise<string> {
    const response = await fetch(`${this.#address}${path}?zpid=${zpid}`, {
      headers: { 'x-service-key': await this.key() },
    })
    assert.equal(response.status, 200)
    return (await response.text()).replaceAll(this.#address, 'http://plat')
  }
}

/** A Plat, its replica, and the configuration of the replica. */
class Pair {
  readonly #folder = scratch()
  readonly origin = new Machine(this.#folder.path, 'origin')
  readonly replica = new Machine(this.#folder.path, 'replica')

  get folder(): string {
    return this.#folder.path
  }

  get config(): string {
    return join(this.folder, 'plat.yaml')
  }

  async configure(source: string, resources: string, more = ''): Promise<void> {
    writeFileSync(join(this.folder, 'key'), await this.origin.key())
    writeFileSync(
      this.config,
      `server: ${this.origin.address}/odata\nsource: ${source}\ntoken: { file: key }\nperSecond: 20\nreconcile: 1s\n${more}
resources: ${resources}\n`,
    )
  }

  async sync() {
    return plat(['sync', '--config', this.config, '--data', this.replica.data, '--json'])
  }

  async synced(): Promise<Row> {
    const { code, stdout, stderr } = await this.sync()
    assert.equal(code, 0, stderr + stdout)
    return JSON.parse(stdout) as Row
  }

  async assertSame(zpids?: readonly number[]): Promise<void> {
    const [origin, replica] = [await this.origin.exported(), await this.replica.exported()]
    if (origin !== replica) assertSameLines(origin, replica)
    const homes = origin.trim().split('\n')
    for (const { zpid, InternetAddressDisplayYN: isShown } of homes.map((line) => JSON.parse(line) as ExportedHome)) {
      if (zpids?.includes(zpid) === false) continue
      for (const path of ['/byzpid', '/pro/byzpid']) {
        const both = await Promise.all([this.origin, this.replica].map((each) => each.answer(path, zpid)))
        const [ours = '', theirs = ''] = isShown ? both : both.map((text) => text.replace(PLACE, ''))
        if (ours !== theirs) assert.deepEqual(JSON.parse(theirs), JSON.parse(ours))
      }
    }
  }

  async remove(): Promise<void> {
    await this.origin.end('SIGKILL')
    await this.replica.end('SIGKILL')
    this.#folder.remove()
  }
}

/** Compares two exports. Shows only the first home that differs, because all homes would be hard to read. */
function assertSameLines(origin: string, replica: string): void {
  // one text per export
  const [ours, theirs] = [origin, replica].map((text) => text.trim().split('\n')) as [string[], string[]]
  for (const [i, line] of ours.entries()) if (line !== theirs[i]) assert.equal(theirs[i], line)
  assert.equal(theirs.length, ours.length)
}

const ALL =
  '{ Office: { mapping: plat-offices }, Member: { mapping: plat-members }, Property: { mapping: plat-properties, top: 3 } }'

const HOME = {
  PropertyType: 'Residential',
  PropertySubType: 'Single Family Residence',
  StandardStatus: 'Active',
  City: 'Seattle',
  StateOrProvince: 'WA',
  PostalCode: '98103',
  ModificationTimestamp: '2026-01-02T03:04:05.678Z',
}

/** Homes that are difficult to replicate, by their keys at the source. */
function awkward(): Map<string, Row> {
  const rows: Row[] = [
    {
      ListingKey: 'whole',
      ListingId: 'A-1',
      StreetNumber: '12',
      StreetName: 'Main',
      StreetSuffix: 'St',
      UnitNumber: '4',
      Latitude: 47.66,
      Longitude: -122.34,
      ListPrice: 740_000,
      OriginalListPrice: 760_000,
      OnMarketDate: '2025-12-01',
      PriceChangeTimestamp: '2025-12-20T00:00:00Z',
      OriginatingSystemName: 'Northwest "MLS", and Co.',
      Stories: 1.5,
      Basement: ['Partially Finished', 'Storage'],
      View: ['Mountain(s)', 'Lake', 'City Lights'],
      StructureType: ['House', 'Cabin'],
      ArchitecturalStyle: ['Craftsman'],
      Roof: ['Composition', 'See Remarks'],
      AssociationFee: 100,
      AssociationFeeFrequency: 'Semi-Annually',
      BathroomsFull: 2,
      BathroomsThreeQuarter: 1,
      LotSizeAcres: 0.13,
      SpecialListingConditions: ['Auction', 'HUD Owned'],
      Heating: ['Forced Air', 'Grandmother’s stove, "wood"'],
      CommunityFeatures: ['Golf; tennis'],
      Furnished: 'Unfurnished',
      LaundryFeatures: ['In Unit'],
      PublicRemarks: 'Line one.\n"Line two", żółć 🏡',
      ListAgentKey: 'm1',
      CoListAgentKey: 'm2',
      BuyerAgentKey: 'nobody-knows',
      TaxYear: 2024,
      TaxAssessedValue: 610_000,
      TaxAnnualAmount: 6100,
      Media: ['a', 'b', 'c'].map((name) => ({ MediaURL: `https://pictures.example/${name}.jpg?w=1&h=2` })),
      OpenHouses: [
        { OpenHouseStartTime: '2026-02-01T20:00:00Z', OpenHouseEndTime: '2026-02-01T22:00:00Z' },
        { OpenHouseStartTime: '2026-02-03T20:00:00Z', OpenHouseEndTime: '2026-02-03T22:00:00Z' },
      ],
    },
    {
      ListingKey: 'undisclosed',
      StreetNumber: '9',
      StreetName: 'Secret',
      ParcelNumber: '0009',
      // Far away from the other homes. The replica does not get this home's coordinates, which shift the center of the
      // ZIP code at the origin.
      City: 'Portland',
      StateOrProvince: 'OR',
      PostalCode: '97201',
      Latitude: 45.507,
      Longitude: -122.69,
      InternetAddressDisplayYN: false,
      InternetAutomatedValuationDisplayYN: false,
      ListPrice: 1_000_000,
    },
    { ListingKey: 'nowhere', StreetNumber: '1', StreetName: 'Unplaced', ListPrice: 400_000 },
    {
      ListingKey: 'zip-by-point',
      StreetNumber: '77',
      StreetName: 'Guess',
      City: null,
      PostalCode: null,
      Latitude: 48.4787,
      Longitude: -122.3353,
      ListPrice: 300_000,
    },
    {
      ListingKey: 'zip-by-city',
      StreetNumber: '78',
      StreetName: 'Guess',
      City: 'Mazama',
      PostalCode: null,
      ListPrice: 5,
    },
    {
      ListingKey: 'zip-unknown',
      StreetNumber: '79',
      StreetName: 'Guess',
      City: 'Seattle',
      PostalCode: null,
      ListPrice: 6,
    },
    {
      ListingKey: 'lease',
      PropertyType: 'Residential Lease',
      PropertySubType: 'Apartment',
      StreetNumber: '5',
      StreetName: 'Rent',
      ListPrice: 2400,
      PetsAllowed: ['Cats OK', 'Dogs OK'],
      AvailabilityDate: '2026-03-01',
      OnMarketTimestamp: '2026-01-01T10:20:30.456Z',
      Furnished: 'Furnished',
    },
    {
      ListingKey: 'sold',
      StandardStatus: 'Closed',
      StreetNumber: '6',
      StreetName: 'Gone',
      ClosePrice: 550_000,
      CloseDate: '2025-11-30',
      PurchaseContractDate: '2025-10-30',
      ListPrice: 560_000,
      OnMarketDate: '2025-10-01',
    },
    {
      ListingKey: 'withdrawn',
      StandardStatus: 'Withdrawn',
      PropertyType: 'Land',
      PropertySubType: null,
      StreetNumber: '8',
      StreetName: 'Lot',
      OffMarketDate: '2025-12-24',
      ListPrice: 90_000,
      OnMarketDate: '2025-09-01',
    },
  ]
  return new Map(rows.map((row) => [String(row.ListingKey), { ...HOME, ...row }]))
}

/** A mapping of fields that RESO does not define. */
const EXTRA_MAPPING = `
name: extra
source: reso
noun: home
format: ndjson
key: ListingKey
partial: true
fields:
  HomeType: HomeType
  PostalCode: PostalCode
  StandardStatus: StandardStatus
  ListingKind: ListingKind
  ListedBy: { constant: owner }
  ContactName: Contact
  ContactPhone: Phone
  PetsAllowed: Pets
  RentedSpace: Space
  SecurityDeposit: Deposit
  EstimatedValue: Estimate
  EstimatedRent: Rent
  PageViews: Views
  FeaturedYN: Featured
  WhatILove: Loved
  CensusTract: Tract
keep:
  "Odd: fact": Odd
`
const EXTRA = {
  ListingKey: 'lease',
  HomeType: 'APARTMENT',
  PostalCode: '98103',
  StandardStatus: 'Active',
  ListingKind: 'lease',
  Contact: 'Ann Lee',
  Phone: '+1 206 555 0100',
  Pets: ['LargeDogs', 'Cats'],
  Space: 'room',
  Deposit: 1200,
  Estimate: 510_000,
  Rent: 2500,
  Views: 17,
  Featured: true,
  Loved: 'The "light".',
  Tract: '101.02',
  Odd: 'a: b, "c"',
}

suite('A replica of another Plat', { concurrency: false }, () => {
  let pair: Pair
  const rows = awkward()
  before(async () => {
    pair = new Pair()
    const file = (name: string, text: string) => writeFileSync(join(pair.folder, name), text)
    file(
      'offices.csv',
      'OfficeKey,OfficeName,OfficePhone,OfficeCity,OfficeStateOrProvince\no1,"Lee & Sons, Inc.",206,Seattle,WA\n',
    )
    const head = 'MemberKey,MemberFullName,OfficeKey,MemberEmail,MemberMlsId,Languages,Specialties,PhotoURL'
    file(
      'members.csv',
      `${head}\nm1,Ann Lee,o1,ann@a.example,77,English|Polish|Klingon,Lots,https://a.example/a.jpg\nm2,Zoë Ł,,,,,,\n`,
    )
    file('extra.yaml', EXTRA_MAPPING)
    file('extra.ndjson', `${JSON.stringify(EXTRA)}\n`)
    await importInto('offices.csv', 'reso-offices')
    await importInto('members.csv', 'reso-members')
    await importRows()
    await importInto('extra.ndjson', join(pair.folder, 'extra.yaml'))
    await pair.origin.serve()
    await pair.configure('reso', ALL)
  })
  after(() => pair.remove())

  async function importInto(name: string, mapping: string, ...more: readonly string[]): Promise<void> {
    await run(['import', join(pair.folder, name), '--mapping', mapping, '--data', pair.origin.data, ...more])
  }

  async function importRows(): Promise<void> {
    writeFileSync(join(pair.folder, 'rows.json'), JSON.stringify({ value: [...rows.values()] }))
    await importInto('rows.json', 'reso-properties')
  }

  function change(key: string, row: Row): void {
    rows.set(key, {
      ...HOME,
      ...rows.get(key),
      ListingKey: key,
      ModificationTimestamp: new Date(Date.UTC(2026, 1, ++day)).toISOString(),
      ...row,
    })
  }
  let day = 1

  test('has the same homes, byte for byte, including ids and agents', async () => {
    await pair.synced()
    await pair.replica.serve()
    await pair.assertSame()
    assert.match(await pair.replica.exported(), /"ListAgentFullName":"Ann Lee".*"ListOfficeName":"Lee & Sons, Inc\."/)
  })

  test('reads nothing again if nothing has changed, with any times of the homes', async () => {
    const { resources } = await pair.synced()
    for (const { rows: read } of resources as readonly { rows: number }[]) assert.equal(read ?? 0, 0)
  })

  test('follows changed, added, emptied and deleted records', async () => {
    change('whole', {
      ListPrice: 700_000,
      View: [],
      Media: [{ MediaURL: 'https://pictures.example/d.jpg' }],
      OpenHouses: [],
      Roof: null,
    })
    change('undisclosed', { InternetAddressDisplayYN: true })
    change('sold', { ClosePrice: 551_000 })
    change('new', { StreetNumber: '100', StreetName: 'New', ListPrice: 1 })
    change('nowhere', { StandardStatus: 'Delete' })
    await importRows()
    await pair.synced()
    await pair.assertSame()
  })

  test('follows the events of the origin, which report deletions at once', async () => {
    await pair.configure('reso', ALL, 'entityEvents: true')
    await pair.synced()
    change('lease', { StandardStatus: 'Delete' })
    change('new', { ListPrice: 2, Latitude: 47.65, Longitude: -122.33 })
    await importRows()
    await pair.synced()
    await pair.assertSame()
  })

  test('ends in the same state if origin and sync are killed in the middle of a copy', async () => {
    for (let i = 0; i < 60; i++)
      change(`many-${i}`, { StreetNumber: String(i), StreetName: 'Many', ListPrice: 1000 + i })
    await importRows()
    await pair.configure('reso', ALL.replace('top: 3', 'top: 1'), 'timeout: 5s')
    const third = new Machine(pair.folder, 'third')
    const words = ['sync', '--config', pair.config, '--data', third.data]
    const killed = new Program(PLAT, words)
    await sleep(2500)
    killed.child.kill('SIGKILL')
    await killed.ended()
    const copying = new Program(PLAT, words)
    await sleep(2500)
    await pair.origin.end('SIGKILL')
    await sleep(500)
    await pair.origin.serve()
    assert.equal(await copying.ended(), 0, copying.stderr)
    assertSameLines(await pair.origin.exported(), await third.exported())
  })
})

test('A replica accepts nothing from a sample, with any mapping', async () => {
  const pair = new Pair()
  try {
    await run(['sample', '--homes', '300', '--data', pair.origin.data])
    await pair.origin.serve()
    for (const resources of [ALL, '[Member, Property]']) {
      await pair.configure('sample', resources)
      const { code, stderr } = await pair.sync()
      assert.equal(code, 65, stderr)
      assert.match(stderr, /serves a sample: its records are invented/)
    }
    assert.equal(existsSync(join(pair.replica.data, 'catalogue')), false)
  } finally {
    await pair.remove()
  }
})

test('A replica of King County has the same homes, sales and values, although both sides are killed during the copy', {
  timeout: 900_000,
  ...needs('shared data'),
}, async () => {
  const pair = new Pair()
  try {
    const file = join(pair.folder, 'sales.csv')
    const lines = readFileSync(KING_COUNTY, 'utf8').split('\n')
    writeFileSync(file, lines.slice(0, COPIED + 1).join('\n'))
    await run(['import', file, '--mapping', 'king-county', '--data', pair.origin.data])
    await pair.origin.serve()
    await pair.configure('king-county', `{ Property: { mapping: plat-properties, top: ${PAGE_HOMES} } }`)
    const words = ['sync', '--config', pair.config, '--data', pair.replica.data]
    const killed = new Program(PLAT, words)
    // the catalog exists while the rest of its first portion is still being written
    while (!existsSync(join(pair.replica.data, 'catalogue'))) await sleep(50)
    killed.child.kill('SIGKILL')
    await killed.ended()
    const copying = new Program(PLAT, words)
    await sleep(4000)
    await pair.origin.end('SIGKILL')
    await pair.origin.serve()
    assert.equal(await copying.ended(), 0, copying.stderr)
    await pair.replica.serve()
    const sold = (await pair.origin.exported()).split('\n').filter((_, i) => i % 1000 === 0)
    const zpids = sold.map((line) => (JSON.parse(line) as { zpid: number }).zpid)
    await pair.assertSame(zpids)
  } finally {
    await pair.remove()
  }
})
