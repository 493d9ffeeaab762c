import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const ROWS = 24
const ZIPS = ['97201', '97202', '97203', '97211']

/** Sample cells for each field, as rolls of assessors and portals write them. */
const CELLS: Readonly<Record<string, (row: number) => string | number>> = {
  HomeType: (i) => ['SINGLE FAMILY', 'CONDO', 'TWO FAMILY', 'TOWNHOUSE'][i % 4] ?? '',
  ParcelNumber: (i) => `R${100_200 + i * 37}`,
  StreetAddress: (i) => `${100 + i * 7} NE ELM ST`,
  StreetNumber: (i) => 100 + i * 7,
  StreetName: (i) => ['ELM', 'PINE', 'BIRCH', 'LAKE'][i % 4] ?? '',
  StreetSuffix: (i) => ['ST', 'AVE'][i % 2] ?? '',
  UnitNumber: (i) => ['', '2', '3B', ''][i % 4] ?? '',
  City: () => 'PORTLAND',
  StateOrProvince: () => 'OR',
  PostalCode: (i) => ZIPS[i % 4] ?? '',
  Latitude: (i) => (45.5 + i / 1000).toFixed(6),
  Longitude: (i) => (-122.6 - i / 1000).toFixed(6),
  BedroomsTotal: (i) => 1 + (i % 5),
  BathroomsTotalDecimal: (i) => 1 + (i % 4) / 2,
  BathroomsFull: (i) => 1 + (i % 3),
  BathroomsThreeQuarter: (i) => i % 2,
  BathroomsHalf: (i) => i % 2,
  LivingArea: (i) => 900 + i * 31,
  LotSizeSquareFeet: (i) => 4000 + i * 113,
  LotSizeAcres: (i) => (0.1 + i / 100).toFixed(2),
  YearBuilt: (i) => 1920 + i * 4,
  YearRenovated: (i) => [0, 1999, 2010][i % 3] ?? 0,
  StoriesTotal: (i) => 1 + (i % 3),
  StandardStatus: (i) => ['Sold', 'Active'][i % 2] ?? '',
  ListPrice: (i) => 310_000 + i * 5100,
  ClosePrice: (i) => 300_000 + i * 5000,
  CloseDate: (i) => `2021-0${1 + (i % 9)}-1${i % 10}`,
  OnMarketDate: (i) => `2020-0${1 + (i % 9)}-1${i % 10}`,
  AssociationFee: (i) => 100 + i,
  year: (i) => 2018 + (i % 4),
  month: (i) => 1 + (i % 12),
  owner: (i) => `${i} OCEAN DR`,
  ownerCity: () => 'MIAMI',
  ownerZip: () => '33139',
  status: (i) => ['Active', 'Inactive'][i % 2] ?? '',
  date: (i) => `2021-0${1 + (i % 9)}-1${i % 10}`,
  value: (i) => 200_000 + i * 3000,
  text: (i) => `word ${i}`,
  garage: () => '',
  TaxAssessedValue: (i) => 200_000 + i * 3000,
}

/** Headers of public files, each with the field of its cells. Lower-case names stand for columns that fill no field. */
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a roll whose owners live elsewhere': {
    PAMS_PIN: 'ParcelNumber',
    PROP_LOC: 'StreetAddress',
    MUN_NAME: 'City',
    STATE: 'StateOrProvince',
    OWNER_NAME: 'text',
    ST_ADDRESS: 'owner',
    CITY_STATE: 'ownerCity',
    ZIP_CODE: 'ownerZip',
    YR_CONSTR: 'YearBuilt',
    'type.Condo': 'status',
    TOT_ASSESS: 'TaxAssessedValue',
  },
  'a plain address beside that of the site': {
    PARCEL: 'ParcelNumber',
    PROP_ADDR: 'StreetAddress',
    PROP_CITY: 'City',
    PROP_ZIP: 'PostalCode',
    ADDR: 'owner',
    CITY: 'ownerCity',
    ZIP: 'ownerZip',
  },
  'names of facts inside longer headers': {
    'Street #': 'StreetNumber',
    'Street Name': 'StreetName',
    PropertyAddressCity: 'City',
    PropertyAddressState: 'StateOrProvince',
    'Zip Code of Property': 'PostalCode',
    'Total Number of Bedrooms': 'BedroomsTotal',
    char_fbath: 'BathroomsFull',
    'Baths (3/4)': 'BathroomsThreeQuarter',
    char_hbath: 'BathroomsHalf',
    Area: 'value',
    'Approx. SQFT': 'LivingArea',
    AreaLotSF: 'LotSizeSquareFeet',
    char_yrblt: 'YearBuilt',
    Parking_Garage: 'garage',
    'List Year': 'year',
    'Sale Amount': 'ClosePrice',
    'Assessor Last Sale Date': 'CloseDate',
  },
  'projects of housing, whose headers a shapefile cut': {
    Proj_Addre: 'StreetAddress',
    Proj_City: 'City',
    Proj_ST: 'StateOrProvince',
    Proj_Zip: 'PostalCode',
    Bldg_count: 'year',
    Status: 'status',
  },
  'sites with the house number beside the address': {
    PARCEL_NO: 'ParcelNumber',
    FULLSTNO: 'StreetNumber',
    SITEMASTER_ADDRESS: 'StreetName',
    ZIP: 'PostalCode',
    yr: 'YearBuilt',
  },
  'a state roll': {
    PARCEL_ID: 'ParcelNumber',
    JV: 'value',
    LND_SQFOOT: 'LotSizeSquareFeet',
    ACT_YR_BLT: 'YearBuilt',
    TOT_LVG_AREA: 'LivingArea',
    SALE_PRC1: 'ClosePrice',
    SALE_YR1: 'year',
    SALE_MO1: 'month',
    OWN_ADDR1: 'owner',
    OWN_CITY: 'ownerCity',
    OWN_ZIPCD: 'ownerZip',
    PHY_ADDR1: 'StreetAddress',
    PHY_CITY: 'City',
    PHY_ZIPCD: 'PostalCode',
  },
  'a city assessor': {
    PID: 'ParcelNumber',
    ST_NUM: 'StreetNumber',
    ST_NAME: 'StreetName',
    UNIT_NUM: 'UnitNumber',
    CITY: 'City',
    ZIP_CODE: 'PostalCode',
    LU_DESC: 'HomeType',
    OWNER: 'text',
    MAIL_STREET_ADDRESS: 'owner',
    MAIL_CITY: 'ownerCity',
    MAIL_ZIP_CODE: 'ownerZip',
    LAND_SF: 'LotSizeSquareFeet',
    LIVING_AREA: 'LivingArea',
    YR_BUILT: 'YearBuilt',
    YR_REMODEL: 'YearRenovated',
    BED_RMS: 'BedroomsTotal',
    FULL_BTH: 'BathroomsFull',
    HLF_BTH: 'BathroomsHalf',
  },
  'a county assessor': {
    PARID: 'ParcelNumber',
    PROPERTYHOUSENUM: 'StreetNumber',
    PROPERTYADDRESS: 'StreetName',
    PROPERTYUNIT: 'UnitNumber',
    PROPERTYCITY: 'City',
    PROPERTYSTATE: 'StateOrProvince',
    PROPERTYZIP: 'PostalCode',
    USEDESC: 'HomeType',
    LOTAREA: 'LotSizeSquareFeet',
    SALEDATE: 'CloseDate',
    SALEPRICE: 'ClosePrice',
    YEARBLT: 'YearBuilt',
    BEDROOMS: 'BedroomsTotal',
    FULLBATHS: 'BathroomsFull',
    HALFBATHS: 'BathroomsHalf',
    FINISHEDLIVINGAREA: 'LivingArea',
  },
  'a district': {
    SSL: 'text',
    BATHRM: 'BathroomsFull',
    HF_BATHRM: 'BathroomsHalf',
    BEDRM: 'BedroomsTotal',
    AYB: 'YearBuilt',
    YR_RMDL: 'YearRenovated',
    STORIES: 'StoriesTotal',
    SALEDATE: 'CloseDate',
    PRICE: 'ClosePrice',
    GBA: 'LivingArea',
    LANDAREA: 'LotSizeSquareFeet',
    FULLADDRESS: 'StreetAddress',
    CITY: 'City',
    STATE: 'StateOrProvince',
    ZIPCODE: 'PostalCode',
    LATITUDE: 'Latitude',
    LONGITUDE: 'Longitude',
  },
  'an open-data portal': {
    objectid: 'text',
    location: 'StreetAddress',
    mailing_street: 'owner',
    mailing_zip: 'ownerZip',
    zip_code: 'PostalCode',
    number_of_bedrooms: 'BedroomsTotal',
    number_of_bathrooms: 'BathroomsTotalDecimal',
    number_stories: 'StoriesTotal',
    parcel_number: 'ParcelNumber',
    sale_date: 'CloseDate',
    sale_price: 'ClosePrice',
    total_livable_area: 'LivingArea',
    year_built: 'YearBuilt',
    lat: 'Latitude',
    lng: 'Longitude',
  },
  'a scraper': {
    property_url: 'text',
    mls_id: 'ParcelNumber',
    status: 'StandardStatus',
    style: 'HomeType',
    full_street_line: 'StreetAddress',
    city: 'City',
    state: 'StateOrProvince',
    zip_code: 'PostalCode',
    beds: 'BedroomsTotal',
    full_baths: 'BathroomsFull',
    half_baths: 'BathroomsHalf',
    sqft: 'LivingArea',
    year_built: 'YearBuilt',
    list_price: 'ListPrice',
    list_date: 'OnMarketDate',
    sold_price: 'ClosePrice',
    last_sold_date: 'CloseDate',
    lot_sqft: 'LotSizeSquareFeet',
    latitude: 'Latitude',
    longitude: 'Longitude',
    hoa_fee: 'AssociationFee',
  },
  'a broker': {
    'MLS #': 'ParcelNumber',
    Class: 'HomeType',
    Address: 'StreetAddress',
    City: 'City',
    State: 'StateOrProvince',
    Zip: 'PostalCode',
    Status: 'StandardStatus',
    '# of Full Baths': 'BathroomsFull',
    '# of 3/4 Baths': 'BathroomsThreeQuarter',
    '# of 1/2 Baths': 'BathroomsHalf',
    'Asking Price': 'ListPrice',
    'List Date Received': 'OnMarketDate',
    'Sold Price': 'ClosePrice',
    'Close of Escrow Date': 'CloseDate',
    'Finished SQFT': 'LivingArea',
    'Number of Acres': 'LotSizeAcres',
    'Price Per Sqft': 'text',
  },
  'a state of long headers': {
    'Account ID (MDP Field: ACCTID)': 'ParcelNumber',
    'MDP Street Address (MDP Field: ADDRESS)': 'StreetAddress',
    'MDP Street Address City (MDP Field: CITY)': 'City',
    'MDP Street Address Zip Code (MDP Field: ZIPCODE)': 'PostalCode',
    'Sales Segment 1 Transfer Date (YYYY.MM.DD) (MDP Field: TRADATE. SDAT Field #89)': 'CloseDate',
    'Sales Segment 1 Consideration (MDP Field: CONSIDR1. SDAT Field #90)': 'ClosePrice',
    'C.A.M.A. SYSTEM DATA: Year Built (YYYY) (MDP Field: YEARBLT. SDAT Field #235)': 'YearBuilt',
    'C.A.M.A. SYSTEM DATA: Structure Area (Sq.Ft.) (MDP Field: SQFTSTRC. SDAT Field #241)': 'LivingArea',
  },
  'a map whose headers are cut at ten letters': {
    propertyTy: 'HomeType',
    addressLin: 'StreetAddress',
    postalCode: 'PostalCode',
    squareFoot: 'LivingArea',
    size_acres: 'LotSizeAcres',
    'Lot #': 'value',
    'Buyer Last Purchase Date': 'date',
  },
  'a scraper in Spanish': {
    Tipo: 'HomeType',
    Dirección: 'StreetAddress',
    Ciudad: 'City',
    Estado: 'StateOrProvince',
    Precio: 'ListPrice',
    Habitaciones: 'BedroomsTotal',
  },
  'a broker in the plural': {
    street_address_and_name: 'StreetAddress',
    zips: 'PostalCode',
    bed_num: 'BedroomsTotal',
    bath_num: 'BathroomsTotalDecimal',
    prices: 'ListPrice',
    use_code: 'HomeType',
    units: 'value',
    'Parcel Status': 'status',
  },
  'a registry with two streets': {
    BLDGNO1: 'StreetNumber',
    STREET1: 'StreetName',
    STSUFX1: 'StreetSuffix',
    BLDGNO2: 'number of another street',
    STREET2: 'street',
    STSUFX2: 'suffix',
    ZIP: 'PostalCode',
  },
  'an office that abbreviates': {
    'Prop Loc': 'StreetAddress',
    'Town/City': 'City',
    ZIP: 'PostalCode',
    'Num Bedrm': 'BedroomsTotal',
    FB: 'BathroomsFull',
    HB: 'BathroomsHalf',
    'Heated SF': 'LivingArea',
    'Parcel SqFt': 'LotSizeSquareFeet',
    'Bldg Year Built': 'YearBuilt',
    'Sale $': 'ClosePrice',
    REC_DATE: 'CloseDate',
  },
  'a typist': {
    Adress: 'StreetAddress',
    ZipCod: 'PostalCode',
    Bedroms: 'BedroomsTotal',
    'Yaer Built': 'YearBuilt',
    Reciept: 'date',
  },
  'a broker who sells': {
    Category: 'HomeType',
    Address: 'StreetAddress',
    Zip: 'PostalCode',
    'Selling Price': 'ClosePrice',
    'Selling Date': 'CloseDate',
  },
  'a county that numbers sales': {
    FOLIO: 'ParcelNumber',
    TRUE_SITE_ADDR: 'StreetAddress',
    TRUE_SITE_CITY: 'City',
    TRUE_SITE_ZIP_CODE: 'PostalCode',
    TRUE_MAILING_ADDR1: 'owner',
    BEDROOM_COUNT: 'BedroomsTotal',
    BATHROOM_COUNT: 'BathroomsFull',
    HALF_BATHROOM_COUNT: 'BathroomsHalf',
    BUILDING_HEATED_AREA: 'LivingArea',
    DOS_1: 'CloseDate',
    PRICE_1: 'ClosePrice',
  },
  'a list of buildings': {
    id: 'ParcelNumber',
    'node.address': 'StreetAddress',
    'node.city': 'City',
    'node.zip': 'PostalCode',
    'node.bedroomCount': 'BedroomsTotal',
    'node.fullBathroomCount': 'BathroomsFull',
    'node.halfBathroomCount': 'BathroomsHalf',
    square: 'LivingArea',
    year_building_constructed: 'YearBuilt',
  },
  'a county with jurisdictions': {
    JURISDICTION: 'ownerCity',
    PHYSICAL_ADDRESS: 'StreetAddress',
    PHYSICAL_CITY: 'City',
    PHYSICAL_ZIP: 'PostalCode',
  },
  'words that are joined or in another order': {
    addresshousenum: 'StreetNumber',
    nameOfStreet: 'StreetName',
    ownermailaddress: 'owner',
    mailcity: 'ownerCity',
    ownerzip: 'ownerZip',
    homecity: 'City',
    siteStateCode: 'StateOrProvince',
    homezip5: 'PostalCode',
    'property.numberBedrooms': 'BedroomsTotal',
    bathroomsNumber: 'BathroomsTotalDecimal',
    areaLivingSqFt: 'LivingArea',
    builtYear: 'YearBuilt',
    priceList: 'ListPrice',
  },
  'keys of nested objects': {
    'attributes.BldgSqft': 'LivingArea',
    'attributes.NumOfBdrms': 'BedroomsTotal',
    '_source.address.streetLine': 'StreetAddress',
    '_source.address.postalCode': 'PostalCode',
    '_source.owner.address.city': 'ownerCity',
    'fields.storiesNum': 'StoriesTotal',
    'fields.lotSqFt': 'LotSizeSquareFeet',
    'fields.DateListed': 'OnMarketDate',
    'fields.current_list_price': 'ListPrice',
  },
  'units and numbers of a city': {
    eviction_address: 'StreetAddress',
    'Eviction Apartment Number': 'UnitNumber',
    'Eviction Postcode': 'PostalCode',
    num_units: 'value',
    'DATE OF SALE': 'CloseDate',
    AmountOfSale: 'ClosePrice',
  },
  'a shapefile of projects': {
    Proj_Addre: 'StreetAddress',
    Proj_City: 'City',
    Proj_ST: 'StateOrProvince',
    Zip: 'ownerZip',
    Proj_Zip: 'PostalCode',
  },
}

test('headers of assessors, portals, scrapers and brokers are understood', async () => {
  for (const [what, columns] of Object.entries(FILES)) {
    const rows = Array.from({ length: ROWS }, (_, i) => Object.values(columns).map((kind) => CELLS[kind]?.(i) ?? ''))
    const text = [Object.keys(columns), ...rows].map((cells) => cells.join(',')).join('\n')
    const inspection = await trial.inspect(trial.files.write('x.csv', `${text}\n`))
    const found = fieldsOf(inspection)
    for (const [header, field] of Object.entries(columns)) {
      if (field === 'ParcelNumber') continue // the column may be a key or a listing number
      const filled = Object.entries(found).find(([, from]) => from === header)?.[0]
      assert.equal(
        filled,
        /^[a-z]/.test(field) ? undefined : field,
        `${what}: ${header} in\n${inspection.draft?.text ?? inspection.noDraft}`,
      )
    }
  }
  const ofParts = await trial.inspect(
    trial.files.write(
      'x.csv',
      `id,address,zip,sale_yr1,sale_mo1,sale_prc1\n${Array.from({ length: ROWS }, (_, i) => `k${i},${i} Elm St,97201,2019,${1 + (i % 12)},${300_000 + i}`).join('\n')}\n`,
    ),
  )
  assert.equal(fieldsOf(ofParts).CloseDate, 'sale_yr1 and sale_mo1')
})

test('rows that are not homes are excluded by their words, and a home of an unknown type is a house', async () => {
  const kinds = ['Residential', 'Commercial', 'Condo', '', 'Vacant Land', 'Retail', 'Ranch style', 'Two Family']
  const rows = Array.from({ length: ROWS }, (_, i) => `p${i},${i + 1} Elm St,97201,${kinds[i % kinds.length]}`)
  const { homes, draft } = await trial.imported(
    trial.files.write('x.csv', `parcel_id,address,zip,property_class\n${rows.join('\n')}\n`),
  )
  assert.deepEqual(Object.fromEntries(Object.entries(Object.groupBy(homes, ({ homeType }) => homeType)).map(([kind, list]) => [kind, list?.length])), {
    SINGLE_FAMILY: 9, CONDO: 3, LOT: 3, MULTI_FAMILY: 3,
  }, draft.text) // biome-ignore format: a table
  assert.match(draft.text, /\nwhere:\n {2}property_class: \{ not: \[Commercial, Retail\] \}\n/)
  assert.equal(draft.preview.leftOut, 6)
})

test('a second column gives the home type if the first one is empty', async () => {
  const rows = Array.from(
    { length: 8 },
    (_, i) => `p${i},${i + 1} Elm St,97201,${i % 2 ? 'Condo' : ''},${i % 2 ? 'Residential' : 'Two Family'}`,
  )
  const { homes } = await trial.imported(
    trial.files.write('x.csv', `parcel_id,address,zip,Residential Type,Property Type\n${rows.join('\n')}\n`),
  )
  assert.deepEqual(homes.map(({ homeType }) => homeType).sort(), [
    ...Array(4).fill('CONDO'),
    ...Array(4).fill('MULTI_FAMILY'),
  ])
})

test('the state is found if only one state has all towns, also if towns follow streets', async () => {
  const towns = ['Goodlettsville', 'Hermitage', 'Old Hickory', 'Antioch', 'Nashville']
  const rows = (write: (i: number) => string) =>
    Array.from({ length: 15 }, (_, i) => `u${i},${write(i)},${250_000 + i},"April ${i + 1}, 2013"`)
  for (const [header, write] of [
    [
      'UniqueID ,PropertyAddress,SalePrice,SaleDate',
      (i: number) => `"${100 + i}  FOX CHASE DR, ${towns[i % 5]?.toUpperCase()}"`,
    ],
    ['id,address,town,SalePrice,SaleDate', (i: number) => `${100 + i} Fox Chase Dr,${towns[i % 5]}`],
  ] as const) {
    const { homes, draft } = await trial.imported(trial.files.write('x.csv', `${header}\n${rows(write).join('\n')}\n`))
    assert.equal(homes.length, 15, draft.text)
    const [first] = homes
    assert.deepEqual(
      [first?.address.city.toLowerCase(), first?.address.state, first?.listing?.closeDate],
      ['goodlettsville', 'TN', '2013-04-01'],
    )
    assert.match(first?.address.streetAddress ?? '', /^100 +fox chase dr$/i)
  }
})

test('prices per night are excluded, and rents stay rents despite words and prices in a few odd rows', async () => {
  const night = Array.from({ length: 12 }, (_, i) => `n${i},${45.5 + i / 100},-122.6,2,${90 + i},3`)
  const nightly = await trial.inspect(
    trial.files.write('x.csv', `id,latitude,longitude,bedrooms,price,minimum_nights\n${night.join('\n')}\n`),
  )
  assert.equal(fieldsOf(nightly).ListPrice, undefined)
  assert.match(nightly.draft?.text ?? '', /^# "price" is a price per night/)
  const rents = Array.from(
    { length: 60 },
    (_, i) => `r${i},${i + 1} Elm St,97201,${i === 7 ? 2_768_307_249 : 1200 + i},${i % 2 ? 'Rented' : 'Active'}`,
  )
  const { homes } = await trial.imported(
    trial.files.write('y.csv', `id,address,zip,price,status\n${rents.join('\n')}\n`),
  )
  assert.ok(homes.every(({ listing }) => listing?.kind === 'lease'))
  const current = Array.from({ length: 12 }, (_, i) => `c${i},${i + 1} Elm St,97201,${300_000 + i}`)
  const asked = await trial.imported(
    trial.files.write('z.csv', `id,address,zip,Current Price\n${current.join('\n')}\n`),
  )
  const own = asked.homes.filter(({ sourceKey }) => sourceKey.startsWith('c'))
  assert.deepEqual([own.length, own.every(({ listing }) => listing?.kind === 'sale')], [12, true])
})

test('coordinates outside the United States mean another country, and facts become the key if there is no other', async () => {
  const abroad = Array.from({ length: 12 }, (_, i) => `a${i},${i} Elm St,${-37.8 + i / 100},${144.9 + i / 100},3`)
  const { noDraft } = await trial.inspect(trial.files.write('x.csv', `id,address,lat,lng,beds\n${abroad.join('\n')}\n`))
  assert.match(noDraft ?? '', /^the homes are in another country: 12 of the first 12 coordinates/)
  const facts = Array.from(
    { length: 12 },
    (_, i) => `for_sale,${300_000 + i},${1 + (i % 4)},2,0.12,Portland,OR,97201,${1500 + i * 7}`,
  )
  const { homes } = await trial.imported(
    trial.files.write('y.csv', `status,price,bed,bath,acre_lot,city,state,zip_code,house_size\n${facts.join('\n')}\n`),
  )
  assert.equal(homes.length, 12)
})

test('ZIP codes may have nine digits, (0, 0) is not a location, and a collection may state its type last', async () => {
  const rows = (zip: string) =>
    Array.from({ length: 8 }, (_, i) => `p${i},${i + 1} Elm St,Portland,${zip},0,0,${2 + i}`)
  for (const zip of ['972010000', '97201-1234']) {
    const { homes } = await trial.imported(
      trial.files.write('x.csv', `id,address,city,zip,lat,lon,beds\n${rows(zip).join('\n')}\n`),
    )
    assert.deepEqual([homes.length, homes[0]?.address.zipcode, homes[0]?.point], [8, '97201', undefined], zip)
  }
  const features = Array.from({ length: 8 }, (_, i) => ({
    type: 'Feature',
    properties: { PARCEL_ID: `g${i}`, SITUS_ADDR: `${i + 1} Elm St`, SITUS_ZIP: '97201' },
    geometry: { coordinates: [-122.6, 45.5 + i / 100], type: 'Point' },
  }))
  const { homes } = await trial.imported(
    trial.files.write('x.json', JSON.stringify({ features, type: 'FeatureCollection' })),
  )
  assert.deepEqual(homes.find(({ sourceKey }) => sourceKey === 'g0')?.point, { latitude: 45.5, longitude: -122.6 })
})
