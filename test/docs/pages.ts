/** What a page of the docs assumes, besides a folder with a sample catalog. */
interface Given {
  /** Names of further files in the folder. `FILES` has their contents. */
  readonly files?: readonly string[]
  /** Whether the folder starts without a catalog. */
  readonly empty?: true
}

export const PAGES: Readonly<Record<string, Given>> = {
  'README.md': { files: ['kc_house_data.csv'] },
  'docs/importing.md': { files: ['sales.csv', 'mls.yaml', 'feed/homes.csv'], empty: true },
  'docs/reso-guide.md': { empty: true },
  'docs/your-data.md': { empty: true },
  'docs/writing-an-importer.md': { empty: true },
}

/** Placeholders in commands, each with a command that prints the value of the placeholder. */
export const PLACEHOLDERS: readonly (readonly [placeholder: string, command: string])[] = [
  ['KEYID', `./plat keys create --plan basic --json | grep -o 'key_[A-Za-z0-9]*' | sed -n 1p`],
  ['OTHER', `./plat export homes --format ndjson | grep -o '"zpid":[0-9]*' | sed -n 's/"zpid"://;2p'`],
  ['ZPID', `./plat export homes --format ndjson | grep -o '"zpid":[0-9]*' | sed -n 's/"zpid"://;1p'`],
  ['/srv/feed', 'echo "$PWD/feed"'],
]

const KING_COUNTY = `id,date,price,bedrooms,bathrooms,sqft_living,sqft_lot,floors,waterfront,view,condition,grade,sqft_above,sqft_basement,yr_built,yr_renovated,zipcode,lat,long,sqft_living15,sqft_lot15
"7129300520","20141013T000000",221900,3,1,1180,5650,"1",0,0,3,7,1180,0,1955,0,"98178",47.5112,-122.257,1340,5650
"6414100192","20141209T000000",538000,3,2.25,2570,7242,"2",0,0,3,7,2170,400,1951,1991,"98125",47.721,-122.319,1690,7639
`

const SALES = `id,street,city,state,zip,lat,lon,price,sold,bedrooms,baths,sqft
1,12 Main St,Seattle,WA,98103,47.66,-122.34,450000,2026-03-01,3,1.5,1400
2,14 Main St,Seattle,WA,98103,47.67,-122.34,520000,2026-04-01,4,2,1900
`

const MLS = `name: mls
source: mls
attribution: The listings of an example
format: csv
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StandardStatus: { constant: Closed }
  StreetAddress: street
  City: city
  StateOrProvince: state
  PostalCode: zip
  ClosePrice: price
  CloseDate: sold
`

export const FILES: Readonly<Record<string, string>> = {
  'kc_house_data.csv': KING_COUNTY,
  'sales.csv': SALES,
  'feed/homes.csv': SALES,
  'mls.yaml': MLS,
}
