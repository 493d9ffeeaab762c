import { MadeCatalog } from './made-catalog.ts'

const STATUSES = ['Active', 'Active Under Contract', 'Pending', 'Closed', 'Canceled', 'ComingSoon']
const SUB_TYPES = ['Single Family Residence', 'Condominium', 'Townhouse', 'Farm', 'Duplex', 'UnimprovedLand']
const CITIES = ['Seattle', "Coeur d'Alene", 'St. "Quote" & <Sons>', ' Padded ', 'Zürich/Łódź', '50 % + 1; #5?']
const VIEWS = [['Mountain(s)', 'Lake'], [], ['City'], ['Golf Course'], undefined, ['Water']]

/**
 * Makes rows as sources write them: with blanks around words, special characters in names, two spellings of a word, and
 * missing values.
 */
function listing(i: number): object {
  return {
    ListingKey: i % 7 === 0 ? `K'${i}/é #%?` : `k${i}`,
    ListingId: `MLS ${i}`,
    PropertyType: i % 5 === 0 ? 'Residential Lease' : 'Residential',
    PropertySubType: SUB_TYPES[i % SUB_TYPES.length],
    StandardStatus: STATUSES[i % STATUSES.length],
    StreetNumber: String(i + 1),
    StreetName: i % 2 === 0 ? "O'Hare" : 'Main',
    StreetSuffix: 'St',
    City: CITIES[i % CITIES.length],
    StateOrProvince: 'WA',
    PostalCode: '98103',
    CountyOrParish: 'King County',
    ListPrice: i % 9 === 0 ? null : 100_000 + i * 1234.5,
    LivingArea: i % 4 === 0 ? undefined : 1000.25 + i,
    LivingAreaUnits: 'Square Feet',
    BedroomsTotal: i % 6,
    YearBuilt: 1900 + i,
    View: VIEWS[i % VIEWS.length],
    Cooling: i % 3 === 0 ? ['Central A/C', ' central air '] : ['None'],
    CloseDate: STATUSES[i % STATUSES.length] === 'Closed' ? `2026-0${1 + (i % 5)}-1${i % 9}` : undefined,
    ClosePrice: STATUSES[i % STATUSES.length] === 'Closed' ? 90_000 + i : undefined,
    PublicRemarks: i % 2 === 0 ? `Line one\nline two "quoted" <b>&amp;</b> \\ \u2028 ${'long '.repeat(i)}` : undefined,
    InternetAddressDisplayYN: i % 8 !== 3,
    InternetAutomatedValuationDisplayYN: i % 8 !== 5,
    ListAgentKey: `m'${i % 4}`,
    OnMarketDate: `2026-0${1 + (i % 6)}-0${1 + (i % 9)}`,
    Media: i % 3 === 0 ? [{ MediaURL: `https://a.example/${i}?a=1&b='2'` }] : [],
    ModificationTimestamp: `2026-05-0${1 + (i % 9)}T03:04:05Z`,
  }
}

const ROWS = 60

/** Makes a catalog from imported rows in RESO's form. */
export async function importedCatalog(): Promise<MadeCatalog> {
  const made = new MadeCatalog('imported')
  const rows = Array.from({ length: ROWS }, (_, i) => listing(i))
  await made.import('reso-offices', [
    {
      OfficeKey: "o'1",
      OfficeName: 'Sons & "Daughters"',
      OfficePhone: '555-0100',
      OfficeCity: 'Seattle',
      OfficeStateOrProvince: 'WA',
    },
    { OfficeKey: 'o2', OfficeName: 'Łódź/Realty', OfficeStateOrProvince: 'WA' },
  ])
  await made.import(
    'reso-members',
    Array.from({ length: 4 }, (_, i) => ({
      MemberKey: `m'${i}`,
      MemberFullName: `Ann O'Hara ${i}`,
      OfficeKey: i % 2 === 0 ? "o'1" : 'o2',
      MemberStateOrProvince: 'WA',
      Languages: i === 0 ? 'English,French' : 'English',
    })),
  )
  await made.import('reso-properties', rows)
  await made.import(
    'reso-open-houses',
    [1, 2, 6, 7].map((i) => ({
      ListingKey: `k${i}`,
      OpenHouseKey: `oh'${i}`,
      OpenHouseStartTime: '2026-06-20T18:00:00Z',
      OpenHouseEndTime: '2026-06-20T20:00:00Z',
    })),
  )
  return made
}
