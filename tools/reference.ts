/**
 * Writes the files of `reference/` from tables of the US Census Bureau:
 *
 * node tools/reference.ts FOLDER
 *
 * FOLDER contains these tables as CSV files from the repository bdurand/us_geo, folder `data/2020_dist` (MIT; the facts
 * are public domain): zctas, zcta_counties, counties, core_based_statistical_areas, metropolitan_divisions,
 * combined_statistical_areas, places and place_counties. If you use newer tables, update the dates in SOURCES.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stateOfCode } from '../src/places/regions/states.ts'

const SOURCES = {
  gazetteer: 'Census gazetteer files, 2023',
  relations: 'Census relationship files, 2020',
  survey: 'American Community Survey, five-year estimates, 2019-2023',
  metros: 'delineation of metropolitan and micropolitan areas, Office of Management and Budget, July 2023',
  retired: 'Census lists of changes to counties, 1990-2022',
} as const

/** Retired county codes that some files still use. The last entry of a row is the county that got most of the area. */
const RETIRED_COUNTIES = [
  ['02201', 'Prince of Wales-Outer Ketchikan', 'Census Area', '02198'],
  ['02232', 'Skagway-Hoonah-Angoon', 'Census Area', '02105'],
  ['02261', 'Valdez-Cordova', 'Census Area', '02063'],
  ['02270', 'Wade Hampton', 'Census Area', '02158'],
  ['02280', 'Wrangell-Petersburg', 'Census Area', '02195'],
  ['09001', 'Fairfield', 'County', '09190'],
  ['09003', 'Hartford', 'County', '09110'],
  ['09005', 'Litchfield', 'County', '09160'],
  ['09007', 'Middlesex', 'County', '09130'],
  ['09009', 'New Haven', 'County', '09170'],
  ['09011', 'New London', 'County', '09180'],
  ['09013', 'Tolland', 'County', '09110'],
  ['09015', 'Windham', 'County', '09150'],
  ['12025', 'Dade', 'County', '12086'],
  ['46113', 'Shannon', 'County', '46102'],
  ['51515', 'Bedford', 'City', '51019'],
  ['51560', 'Clifton Forge', 'City', '51005'],
  ['51780', 'South Boston', 'City', '51083'],
] as const

/** Names of metros in the delineation of 2020. Newer files still use them. */
const FORMER_METRO_NAMES: Readonly<Record<string, string>> = {
  '12060': 'Atlanta-Sandy Springs-Alpharetta',
  '12420': 'Austin-Round Rock-Georgetown',
  '17410': 'Cleveland-Elyria',
  '19740': 'Denver-Aurora-Lakewood',
  '26420': 'Houston-The Woodlands-Sugar Land',
  '26900': 'Indianapolis-Carmel-Anderson',
  '29820': 'Las Vegas-Henderson-Paradise',
  '33100': 'Miami-Fort Lauderdale-Pompano Beach',
  '41620': 'Salt Lake City',
  '41860': 'San Francisco-Oakland-Berkeley',
  '47260': 'Virginia Beach-Norfolk-Newport News',
}

/**
 * Cities that merged with their county, except for a few towns. The table of places lacks them or their figures, so
 * they get the figures of the ZIP code areas that are mostly inside them.
 */
const CONSOLIDATED_CITIES = [
  ['0947515', 'Milford'],
  ['1303440', 'Athens'],
  ['1304204', 'Augusta'],
  ['1836003', 'Indianapolis'],
  ['2148006', 'Louisville'],
  ['3011397', 'Butte'],
  ['4752006', 'Nashville'],
] as const

/** Codes of territories that the survey does not cover. The tables have zeros for them. */
const NOT_SURVEYED = /^(60|66|69|78)/

type Row = Readonly<Record<string, string>>

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('FOLDER is required, the folder with the tables: node tools/reference.ts FOLDER')
const TABLES = folder

function table(name: string): readonly Row[] {
  // With the option `columns`, `parse` returns records.
  return parse(readFileSync(join(TABLES, `${name}.csv`)), { columns: true, bom: true }) as Row[]
}

function write(name: string, title: string, sources: readonly string[], columns: string, lines: readonly string[]) {
  const head = [title, `Sources: ${sources.join('; ')}.`, 'Written by tools/reference.ts.', columns]
  const text = [...head.map((line) => `# ${line}`), ...lines.toSorted()].join('\n')
  writeFileSync(join(import.meta.dirname, '../reference', name), `${text}\n`)
}

/** Formats a point with four decimals, which is accurate to about 11 m. */
function point(row: Row): string {
  return `${Number(Number(row.Latitude).toFixed(4))}|${Number(Number(row.Longitude).toFixed(4))}`
}

function counts(row: Row): string {
  return `${row.Population}|${row['Housing Units']}`
}

const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
  codes: Readonly<Record<string, { readonly city: string; readonly state: string }>> // the package has no types
}
const zctas = table('zctas')
const places = new Map(table('places').map((row) => [row.GEOID, row]))

/** Returns the county that contains most of the area's land. Only counties in the state of the postal address count. */
function countyOfArea(row: Row, counties: readonly Row[]): string {
  const primary = row['Primary County'] ?? ''
  const state = stateOfCode(codes[row.ZCTA5 ?? '']?.state ?? '')?.fips ?? primary.slice(0, 2)
  if (primary.startsWith(state)) return primary
  const ofState = counties.filter((county) => county['County GEOID']?.startsWith(state))
  const [largest] = ofState.toSorted((a, b) => Number(b['Land Area']) - Number(a['Land Area']))
  if (largest === undefined) throw new Error(`ZIP ${row.ZCTA5} has no land in state ${state}`)
  return largest['County GEOID'] ?? ''
}

/**
 * Returns a name for a ZIP code that the postal list lacks: the place that contains it, or the place of the nearest ZIP
 * code.
 */
function cityOfArea(row: Row): string {
  if (codes[row.ZCTA5 ?? '']) return ''
  const place = places.get(row['Primary Place'])?.['Short Name']
  if (place !== undefined) return place
  const away = (other: Row) =>
    Math.hypot(Number(other.Latitude) - Number(row.Latitude), Number(other.Longitude) - Number(row.Longitude))
  const listed = zctas.filter((other) => codes[other.ZCTA5 ?? ''])
  const nearest = listed.reduce((best, other) => (away(other) < away(best) ? other : best))
  return codes[nearest.ZCTA5 ?? '']?.city ?? ''
}

const KM2_PER_SQUARE_MILE = 1.609344 ** 2

/**
 * Returns the radius in kilometers of a circle with the same land area, at least 0.1. Some areas are single buildings.
 */
function reach(row: Row): string {
  const km = Math.sqrt((Number(row['Land Area']) * KM2_PER_SQUARE_MILE) / Math.PI)
  return String(Math.max(0.1, Math.round(km * 10) / 10))
}

function writeZips() {
  const counties = Map.groupBy(table('zcta_counties'), (row) => row.ZCTA5)
  const lines = zctas.map((row) => {
    const county = countyOfArea(row, counties.get(row.ZCTA5) ?? [])
    const figures = NOT_SURVEYED.test(county) ? '|' : counts(row)
    return [row.ZCTA5, county, point(row), figures, cityOfArea(row), reach(row)].join('|')
  })
  const sources = [SOURCES.gazetteer, SOURCES.relations, SOURCES.survey]
  const columns =
    "ZIP|county|latitude|longitude|population|housing units|city, where the post's list lacks the ZIP|radius of a disc of its land in km"
  write('zips.txt', 'ZIP code areas of the United States.', sources, columns, lines)
}

/**
 * Returns the names of a county, with and without the word for it. `King` gives `King|King County`, and `City of Saint
 * Louis` gives `St. Louis|St. Louis City`.
 */
function countyNames(row: Row): string {
  const name = (row['Short Name'] ?? '').replace(/ \(city\)$/, '')
  if (row['FIPS Class'] === 'C7') return `${name}|${name.endsWith(' City') ? name : `${name} City`}`
  const title = (row.Name ?? '').replace(/^Territory of /, '').replace(/^(Municipality) of (.*)/, '$2 $1')
  return `${name}|${title.replaceAll('ʻ', "'")}`
}

function writeCounties(counties: readonly Row[]) {
  const today = counties.map((row) => [row.GEOID, countyNames(row), point(row), counts(row), ''].join('|'))
  const retired = RETIRED_COUNTIES.map(([fips, name, word, heir]) => `${fips}|${name}|${name} ${word}|||||${heir}`)
  const sources = [SOURCES.gazetteer, SOURCES.survey, SOURCES.retired]
  const columns = 'code|name|title|latitude|longitude|population|housing units|county that took over, of a retired one'
  write('counties.txt', 'Counties of the United States, those of former days included.', sources, columns, [
    ...today,
    ...retired,
  ])
}

function writeMetros(counties: readonly Row[]) {
  const countiesOf = Map.groupBy(counties, (row) => row.CBSA)
  const divided = new Set(table('metropolitan_divisions').map((row) => row.CBSA))
  const combined = table('combined_statistical_areas')
  const combinedNames = new Map(combined.map((row) => [row.GEOID, (row.Name ?? '').split(', ')[0]]))
  const lines = table('core_based_statistical_areas').map((row) => {
    const code = row.GEOID ?? ''
    const [name = '', states = ''] = (row.Name ?? '').split(', ')
    const fips = (countiesOf.get(code) ?? []).map((county) => county.GEOID ?? '').toSorted()
    const parts = [code, name.replaceAll('--', '-'), states, point(row), counts(row), fips.join(' ')]
    const together = combinedNames.get(row.CSA) ?? ''
    const others = [
      divided.has(code) ? 'divided' : '',
      together === name ? '' : together,
      FORMER_METRO_NAMES[code] ?? '',
    ]
    return [...parts, ...others].join('|')
  })
  const columns =
    'code|name|states|latitude|longitude|population|housing units|counties|divided, where it has divisions|name with its neighbours|former name'
  const sources = [SOURCES.metros, SOURCES.gazetteer, SOURCES.survey]
  write('metros.txt', 'Metropolitan and micropolitan areas of the United States.', sources, columns, lines)
}

function writePlaces() {
  const countiesOf = Map.groupBy(table('place_counties'), (row) => row['Place GEOID'])
  const lines = [...places].map(([code = '', row]) => {
    const primary = row['County GEOID'] ?? ''
    const all = (countiesOf.get(code) ?? []).map((county) => county['County GEOID'] ?? '')
    const others = all.filter((fips) => fips !== primary).toSorted()
    return [code, row['Short Name'], [primary, ...others].join(' '), point(row), counts(row)].join('|')
  })
  const listed = lines.filter((line) => !line.startsWith(`${LOUISVILLE_WITHOUT_FIGURES}|`))
  const sources = [SOURCES.gazetteer, SOURCES.relations, SOURCES.survey]
  const columns =
    'code, beginning with its state|name|counties, the main one first|latitude|longitude|population|housing units'
  write('places.txt', 'Cities, towns and census-designated places of the United States.', sources, columns, [
    ...listed,
    ...CONSOLIDATED_CITIES.map(([code, name]) => consolidatedCity(code, name)),
  ])
}

const LOUISVILLE_WITHOUT_FIGURES = '2148000'

function people(row: Row): number {
  return Number(row.Population)
}

function consolidatedCity(code: string, name: string): string {
  const areas = zctas.filter((row) => row['Primary Place'] === code)
  const sum = (of: (row: Row) => number) => areas.reduce((total, row) => total + of(row), 0)
  const [central] = areas.toSorted((a, b) => people(b) - people(a))
  if (central === undefined) throw new Error(`no ZIP lies in ${name}`)
  const middle = (column: string) => sum((row) => Number(row[column]) * people(row)) / sum(people)
  const row = { Latitude: String(middle('Latitude')), Longitude: String(middle('Longitude')) }
  const units = sum((area) => Number(area['Housing Units']))
  return [code, name, central['Primary County'], point(row), sum(people), units].join('|')
}

const counties = table('counties')
writeZips()
writeCounties(counties)
writeMetros(counties)
writePlaces()
