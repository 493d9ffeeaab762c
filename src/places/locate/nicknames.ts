import { cityRegionKey, countyRegionKey, metroRegionKey } from '../regions/region-keys.ts'

/** Nicknames of cities, in the form of `shortName`. */
const CITIES: readonly (readonly [city: string, state: string, nicknames: readonly string[]])[] = [
  ['Albuquerque', 'NM', ['abq']],
  ['Atlanta', 'GA', ['atl']],
  ['Indianapolis', 'IN', ['indy']],
  ['Jacksonville', 'FL', ['jax']],
  ['Las Vegas', 'NV', ['vegas']],
  ['Los Angeles', 'CA', ['la']],
  ['New Orleans', 'LA', ['nola']],
  ['New York', 'NY', ['new york city', 'nyc']],
  ['Oklahoma City', 'OK', ['okc']],
  ['Philadelphia', 'PA', ['philly']],
  ['Portland', 'OR', ['pdx']],
  ['Salt Lake City', 'UT', ['slc', 'salt lake']],
  ['San Diego', 'CA', ['sd']],
  ['San Francisco', 'CA', ['sf', 'san fran']],
  ['St. Louis', 'MO', ['stl']],
  ['Washington', 'DC', ['dc', 'washington d c']],
]

/** Nicknames of metros, by CBSA code. Each nickname counts with and without `the`. */
const METROS: readonly (readonly [code: string, nicknames: readonly string[]])[] = [
  ['10900', ['lehigh valley']],
  ['16980', ['chicagoland']],
  ['19100', ['dfw', 'metroplex', 'dallas ft worth']],
  ['19340', ['quad cities']],
  ['24660', ['piedmont triad']],
  ['33100', ['s florida']],
  ['33460', ['twin cities']],
  ['37980', ['delaware valley']],
  ['38060', ['valley of the sun']],
  ['39580', ['research triangle']],
  ['40140', ['inland empire']],
  ['41860', ['bay area', 'san francisco bay area', 'sf bay area']],
  ['41940', ['silicon valley']],
  ['42660', ['puget sound']],
  ['45300', ['tampa bay', 'tampa bay area']],
  ['47260', ['hampton roads', 'tidewater']],
  ['47900', ['dmv']],
]

/** The boroughs of New York City whose name is not a postal city, by the FIPS code of their county. */
const BOROUGHS: readonly (readonly [fips: string, borough: string])[] = [
  ['36061', 'manhattan'],
  ['36081', 'queens'],
]

export const NICKNAMES_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ...CITIES.map(([city, state, names]) => [cityRegionKey(city, state), names] as const),
  ...BOROUGHS.map(([fips, name]) => [countyRegionKey({ fips, state: 'NY' }), [name]] as const),
  ...METROS.map(([code, names]) => [metroRegionKey(code), names.flatMap((name) => [name, `the ${name}`])] as const),
])
