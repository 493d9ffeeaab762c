import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import type { Field } from '../../model/field.ts'
import { momentIn } from './as-of.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { IMPORT_NOUN_NAMES, type ImportNounName, importNounOf } from './nouns.ts'

type Cells = Readonly<Record<string, string>>

/** The required cells of a valid row, by record type. */
const BASE: Readonly<Record<ImportNounName, Cells>> = {
  home: { HomeType: 'CONDO', PostalCode: '98103' },
  media: { MediaKey: 'm1', MediaURL: 'https://example.com/0.jpg' },
  openHouse: {
    OpenHouseKey: 'o1',
    OpenHouseStartTime: '2026-01-31T12:00:00Z',
    OpenHouseEndTime: '2026-01-31T14:00:00Z',
  },
  recordedEvent: { EventKey: 'e1', EventType: 'Deed', RecordingDate: '2024-01-02' },
  climate: {
    CountyFips: '53033',
    Peril: 'flood',
    ScoreName: 'Coast',
    Score: '5',
    ScaleMin: '0',
    ScaleMax: '10',
    ScoreUnit: 'points',
    Vintage: '2024',
    Explanation: 'Why.',
  },
  series: { Measure: 'rent', RegionType: 'zipcode', RegionName: '98103', PeriodEnd: '2024-01-31', Value: '5' },
  rate: { Product: '30_Year', RateDate: '2024-01-01', Rate: '6.5' },
  offer: {
    PropertyType: 'Apartment',
    SearchType: 'For_Sale',
    Area: '50',
    City: 'krakow',
    Latitude: '50.06',
    Longitude: '19.94',
  },
  experience: {
    Title: 'Walk',
    ExperienceType: 'Food and drink',
    PricePerGuest: '45',
    Currency: 'EUR',
    DurationMinutes: '90',
    HostName: 'Ann',
    City: 'Paris',
    Country: 'France',
    Latitude: '48.85',
    Longitude: '2.35',
  },
  person: { FullName: 'Ann Lee' },
  agent: { MemberFullName: 'Ann Lee' },
  office: { OfficeName: 'Lee' },
  school: {
    SchoolName: 'Lincoln',
    SchoolLevel: 'High',
    Grades: '9-12',
    SchoolType: 'Public',
    City: 'Seattle',
    StateOrProvince: 'WA',
    Latitude: '47.6',
    Longitude: '-122.3',
  },
}

/** Cells that a field needs although the field table does not say so. An empty cell removes a cell of `BASE`. */
const REQUIRED_BESIDE: Readonly<Record<string, Cells>> = {
  'climate.CensusTract': { CountyFips: '' },
  'climate.PropertyId': { CountyFips: '' },
  'series.City': { RegionType: 'neighborhood', RegionName: 'Fremont', StateOrProvince: 'WA' },
  'series.StateOrProvince': { RegionType: 'city', RegionName: 'Salem' },
  'series.CountyFips': { RegionType: 'county', RegionName: 'King' },
  'series.RegionType': { RegionName: 'King', CountyFips: '53033', StateOrProvince: 'WA' },
  'offer.County': { City: 'Nowhere', Province: 'mazowieckie' },
  'offer.Province': { City: 'Nowhere', County: 'Zgierz' },
  'home.ListingKind': { StandardStatus: 'Active' },
  'home.CloseDate': { StandardStatus: 'Closed' },
  'home.ClosePrice': { StandardStatus: 'Closed', CloseDate: '2024-01-02' },
  'home.CensusTract': { CountyFips: '53033' },
  'home.PriceChangeTimestamp': { OriginalListPrice: '9' },
  'home.AssociationFeeFrequency': { AssociationFee: '1200' },
}

/** Two cells with different meanings for each field, or one cell if the field has only one meaning. */
const CELLS: Readonly<Record<string, readonly [string, string?]>> = {
  'home.LivingArea': ['1500', '1600'],
  'home.PostalCode': ['98103'],
  'home.StateOrProvince': ['WA'],
  'home.CountyFips': ['53033', '53061'],
  'home.CensusTract': ['101.02', '102'],
  'home.Latitude': ['47.6', '47.7'],
  'home.Longitude': ['-122.3', '-122.4'],
  'home.YearBuilt': ['1990', '1991'],
  'home.BasementYN': ['no'],
  'home.AssociationYN': ['no'],
  'home.InternetAddressDisplayYN': ['no'],
  'home.InternetAutomatedValuationDisplayYN': ['no'],
  'home.OpenHouseStartTimes': ['2026-01-31T12:00:00Z', '2026-01-31T13:00:00Z'],
  'home.OpenHouseEndTimes': ['2026-01-31T14:00:00Z', '2026-01-31T15:00:00Z'],
  'home.EventHistory': ['[{""date"":""2024-02-01"",""event"":""Sold"",""source"":""a1""}]', '[]'],
  'home.AssessmentHistory': ['[{""year"":2024,""taxPaid"":1}]', '[]'],
  'home.RecordedEvents': ['[{""day"":""2024-02-01"",""type"":""Lien"",""source"":""a1""}]', '[]'],
  'home.FactsWithoutField': ['{""a1"":""b2""}', '{""a1"":""c3""}'],
  'media.MediaURL': ['https://example.com/0.jpg', 'https://example.com/2.jpg'],
  'media.PreferredPhotoYN': ['yes', 'no'],
  'media.MediaCategory': ['Photo', 'Floor Plan'],
  'media.MediaStatus': ['Active', 'Deleted'],
  'media.Permission': ['Public', 'Private'],
  'openHouse.OpenHouseStartTime': ['2026-01-31T12:00:00Z', '2026-01-31T13:00:00Z'],
  'openHouse.OpenHouseEndTime': ['2026-01-31T14:00:00Z', '2026-01-31T15:00:00Z'],
  'openHouse.OpenHouseStatus': ['Active', 'Canceled'],
  'openHouse.OpenHouseType': ['Public', 'Broker'],
  'recordedEvent.RecordingDate': ['2024-01-02', '2024-02-02'],
  'recordedEvent.Parties': ['First Bank,Ann Lee', 'Ann Lee'],
  'recordedEvent.EventStatus': ['Issued', 'Final'],
  'climate.CountyFips': ['53033'],
  'climate.CensusTract': ['53033000100', '53033000200'],
  'climate.Vintage': ['2023', '2024'],
  'climate.Score': ['5', '6'],
  'climate.ScaleMin': ['0', '1'],
  'climate.ScaleMax': ['9', '10'],
  'series.RegionName': ['98103'],
  'series.StateOrProvince': ['WA', 'OR'],
  'series.CountyFips': ['53033'],
  'series.RegionType': ['city', 'county'],
  'rate.AnnualPercentageRate': ['6.6', '6.7'],
  'offer.Latitude': ['50.06', '50.07'],
  'offer.Longitude': ['19.94', '19.95'],
  'offer.City': ['krakow', 'radom'],
  'offer.ModificationTimestamp': ['2024-01-02', '2024-01-03'],
  'offer.CreationTimestamp': ['2020-01-02', '2020-01-03'],
  'experience.Currency': ['EUR', 'USD'],
  'experience.SlotTime': ['09:30', '10:30'],
  'experience.Latitude': ['48.85', '48.86'],
  'experience.Longitude': ['2.35', '2.36'],
  'experience.Rating': ['4', '5'],
  'person.PostalCode': ['98103'],
  'person.StateOrProvince': ['WA'],
  'person.PhoneNumber': ['206 555 0100', '206 555 0101'],
  'person.Emails': ['a@example.com', 'b@example.com'],
  'person.ResidentTo': ['2024-05-01', '2024-05-02'],
  'school.StateOrProvince': ['WA', 'OR'],
  'school.Latitude': ['47.6', '47.7'],
  'school.Longitude': ['-122.3', '-122.4'],
}

const CELLS_BY_KIND: Readonly<Record<Field['kind'], readonly [string, string]>> = {
  text: ['a1', 'b2'],
  oneOf: ['', ''],
  number: ['2', '3'],
  wholeNumber: ['2', '3'],
  boolean: ['yes', 'no'],
  date: ['2024-02-01', '2024-02-02'],
  time: ['2024-02-01T09:30:00Z', '2024-02-02T09:30:00Z'],
  list: ['a1,b2', 'b2'],
}

function cellsOf(noun: ImportNounName, name: string): readonly [string, string?] {
  const own = CELLS[`${noun}.${name}`]
  const field = importNounOf(noun).fields[name]
  if (own || field === undefined) return own ?? ['']
  if (field.web) return ['https://example.com/1.jpg', 'http://example.com/2.jpg']
  const [first = '', second = ''] = field.values ?? CELLS_BY_KIND[field.kind]
  return [first, second]
}

/** Returns the cells that a field needs beside it, according to the field table. */
function around(noun: ImportNounName, name: string, known: readonly string[] = []): Cells {
  const field: Field | undefined = importNounOf(noun).fields[name]
  const needed = (field?.needs ?? []).map((need) => [need].flat()[0] ?? '').filter((other) => !known.includes(other))
  const gate = field?.onlyWith
  const cells: Record<string, string> = {}
  for (const other of needed) {
    Object.assign(cells, around(noun, other, [...known, name, ...needed]), { [other]: cellsOf(noun, other)[0] })
  }
  if (gate && (needed.includes(gate.field) || noun === 'series')) cells[gate.field] = gate.values[0] ?? ''
  return { ...cells, ...REQUIRED_BESIDE[`${noun}.${name}`] }
}

/** Fields that are only compared with the ZIP. A value that contradicts the ZIP rejects the row. */
const CHECKED: ReadonlySet<string> = new Set(['home.StateOrProvince', 'person.StateOrProvince'])

/** Fields that are part of the record's identity, or state its moment. */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set([
  ...['CountyFips', 'CensusTract', 'PropertyId'].map((name) => `climate.${name}`),
  'home.PostalCode',
  ...['County', 'Province', 'CreationTimestamp', 'ModificationTimestamp'].map((name) => `offer.${name}`),
])

/** Fields that are checked but not stored. Only one value is valid; others reject the row. */
const UNSTORED_FIELDS: ReadonlySet<string> = new Set(['home.Country', 'home.Currency'])

const trial = new Trial()
after(() => trial.remove())

/** Cache of mappings by their text. Parsing a mapping of all fields takes longer than importing a row. */
const mappings = new Map<string, Mapping>()

function mappingOf(noun: ImportNounName, fields: readonly string[]): Mapping {
  const key = importNounOf(noun).keyed ? 'key: k\n' : ''
  const text = `name: probe\nsource: probe\nnoun: ${noun}\n${key}fields:\n${fields.map((field) => `  ${field}: ${field}\n`).join('')}`
  const mapping = mappings.get(text) ?? readMapping(text, 'probe.yaml')
  mappings.set(text, mapping)
  return mapping
}

/** Imports one row into the trial's catalog. */
async function bring(noun: ImportNounName, cells: Cells, mapped: readonly string[] = Object.keys(cells)) {
  const fields = mapped.toSorted()
  const csv = [
    ['k', ...fields],
    ['1', ...fields.map((field) => `"${cells[field] ?? ''}"`)],
  ]
    .map((row) => row.join(','))
    .join('\n')
  const report = await trial.run(csv, mappingOf(noun, fields), noun === 'offer' ? { asOf: momentIn('2023-08-01') } : {})
  const { stored } = importNounOf(noun)
  return { report, records: stored === 'home' ? [...trial.homes.values()] : trial.all(stored) }
}

async function bringAlone(noun: ImportNounName, cells: Cells, mapped?: readonly string[]) {
  trial.homes = new Map()
  trial.records = new Map()
  if (importNounOf(noun).partKey) await bring('home', { ...BASE.home, StandardStatus: 'Active' })
  return bring(noun, cells, mapped)
}

/** Returns the records without their histories: the part that a field must change. */
function now(records: readonly object[]): unknown {
  return records.map((record) => ({ ...record, history: 0, priceHistory: 0, taxes: 0 }))
}

for (const noun of IMPORT_NOUN_NAMES) {
  const { fields, required } = importNounOf(noun)
  const names = Object.keys(fields).filter((name) => !UNSTORED_FIELDS.has(`${noun}.${name}`))

  /** Imports two rows that differ only in the field. Skips a field that has one valid cell and is required. */
  async function probe(name: string, mapped: readonly string[]) {
    const [first, second = ''] = cellsOf(noun, name)
    const cells = { ...BASE[noun], ...around(noun, name) }
    const all = [...new Set([...Object.keys(cells), name, ...mapped])]
    const one = await bringAlone(noun, { ...cells, [name]: first }, all)
    assert.deepEqual(one.report.rejected, [], name)
    const unread = one.report.reported.filter(({ rule }) => rule.endsWith('unreadable'))
    assert.deepEqual(unread, [], name)
    if (second === '' && required.includes(name)) return
    const other = await bringAlone(noun, { ...cells, [name]: CHECKED.has(`${noun}.${name}`) ? 'OR' : second }, all)
    assert.notDeepEqual(one.records, other.records, name)
  }

  suite(`every field of the noun ${noun}`, () => {
    test('is imported when mapped with only the fields that it needs', async () => {
      for (const name of names) await probe(name, [])
    })

    test('is imported when mapped together with all other fields', async () => {
      for (const name of names) await probe(name, names)
    })

    test('keeps its value if a later file lacks its column, and loses it if the cell is empty', async () => {
      if (noun === 'series') return // all fields of a series identify the series or the point
      for (const name of names.filter((each) => !required.includes(each) && !IDENTITY_FIELDS.has(`${noun}.${each}`))) {
        const cells = { ...BASE[noun], ...around(noun, name), [name]: cellsOf(noun, name)[0] }
        const report = await bringAlone(noun, cells)
        const kept = await bring(noun, BASE[noun])
        assert.deepEqual(kept.report.rejected, [], name)
        assert.deepEqual(now(kept.records), now(report.records), `${name} is kept`)
        const cleared = await bring(noun, { ...cells, [name]: '' })
        if (cleared.report.rowsRejected > 0 || cleared.report.refused) continue
        const without = await bringAlone(noun, { ...cells, [name]: '' })
        assert.deepEqual(now(cleared.records), now(without.records), `${name} is cleared`)
      }
    })
  })
}
