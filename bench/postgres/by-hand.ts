import { orderColumn, regionCode } from '../../src/catalog/postgres/columns.ts'
import { UNITS_PER_DEGREE } from '../../src/catalog/postgres/dialect.ts'
import { addressLine } from '../../src/completion/address-line.ts'
import { HOME_COLUMNS, HOME_FLAGS } from '../../src/model/home-columns.ts'
import type { HomeOrder } from '../../src/model/home-orders.ts'
import type { RegionType } from '../../src/model/region.ts'
import { type KnownHome, starRing } from '../../test/postgres/kinds.ts'

/** A statement as somebody would write it who knows the tables and asks just this. */
export interface ByHand {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The counted page of a class, in order, with its cards. */
function page(where: string, values: readonly unknown[], change: Partial<PageWords> = {}): ByHand {
  const { table, order, direction, limit, offset } = { ...USUAL, ...change }
  const text = `SELECT total, card.* FROM (
      SELECT zpid, "${orderColumn(order)}" AS rank, count(*) OVER () AS total FROM catalog.${table} WHERE ${where}
      ORDER BY rank ${direction} NULLS LAST, zpid LIMIT ${limit} OFFSET ${offset}
    ) page JOIN catalog.card USING (zpid) ORDER BY rank ${direction} NULLS LAST, zpid`
  return { text, values }
}

interface PageWords {
  readonly table: 'for_sale' | 'sold'
  readonly order: HomeOrder
  readonly direction: 'ASC' | 'DESC'
  readonly limit: number
  readonly offset: number
}

const USUAL: PageWords = { table: 'for_sale', order: 'Newest', direction: 'DESC', limit: 200, offset: 0 }

function inRegion(type: RegionType): (home: KnownHome) => ByHand {
  return (home) => page(`${type} = $1`, [codeOf(home, type)])
}

function codeOf(home: KnownHome, type: RegionType): number {
  const [key = ''] = home.region(type).regions
  return regionCode(key)
}

const GARAGE = 1 << HOME_FLAGS.indexOf('garage')
const TYPES: readonly string[] = HOME_COLUMNS.homeType.values
const HOUSES = ['SINGLE_FAMILY', 'TOWNHOUSE'].map((type) => TYPES.indexOf(type))

function units(longitude: number, latitude: number): string {
  return `(${longitude * UNITS_PER_DEGREE},${latitude * UNITS_PER_DEGREE})`
}

function around({ point: { latitude, longitude } }: KnownHome, degrees: number): string {
  return `${units(longitude + degrees, latitude + degrees)},${units(longitude - degrees, latitude - degrees)}`
}

function ring(home: KnownHome, degrees: number): string {
  return `(${starRing(home, degrees)
    .map(([latitude, longitude]) => units(longitude, latitude))
    .join(',')})`
}

const TEXT_END = '\u{10ffff}'

/** By kind of question (`KINDS`); for those that are left out, nobody would write one statement. */
export const BY_HAND: Readonly<Record<string, (home: KnownHome) => ByHand>> = {
  'homes of a city': inRegion('city'),
  'homes of a ZIP': inRegion('zipcode'),
  'homes of a neighbourhood': inRegion('neighborhood'),
  'homes of a county by price, the fifth page': (home) =>
    page('county = $1', [codeOf(home, 'county')], {
      ...{ order: 'PriceAscending', direction: 'ASC', limit: 40, offset: 160 },
    }),
  'homes of a state with five filters': (home) =>
    page(
      `state = $1 AND price BETWEEN 200000 AND 900000 AND bedrooms BETWEEN 3 AND 4 AND flags & ${GARAGE} <> 0
       AND "homeType" IN (${HOUSES.join(', ')})`,
      [codeOf(home, 'state')],
    ),
  'sold homes in a polygon': (home) => page('place <@ $1::polygon', [ring(home, 0.05)], { table: 'sold' }),
  'homes in a wide polygon': (home) => page('place <@ $1::polygon', [ring(home, 1.5)]),
  'homes in a box': (home) => page('place <@ $1::box', [around(home, 0.05)]),
  'homes with words in a city': (home) =>
    page(`city = $1 AND zpid IN (SELECT zpid FROM catalog.for_sale_text WHERE words @@ $2::tsquery)`, [
      ...[codeOf(home, 'city'), `'granite' & 'pool'`],
    ]),
  'homes with words anywhere': () =>
    page(`zpid IN (SELECT zpid FROM catalog.for_sale_text WHERE words @@ $1::tsquery)`, [`'granite' & 'pool'`], {
      limit: 40,
    }),
  'homes by zpid': ({ zpid }) => page('zpid = ANY ($1::int8[])', [[zpid, zpid + 1, zpid + 2]]),
  'homes with a number of the listing': ({ mlsId }) => ({
    text: `SELECT zpid FROM catalog.for_sale WHERE number = $1 UNION ALL SELECT zpid FROM catalog.for_rent WHERE number = $1
      UNION ALL SELECT zpid FROM catalog.sold WHERE number = $1 ORDER BY zpid`,
    values: [mlsId.trim().toLowerCase()],
  }),
  'homes of a city by ZIP': (home) => ({
    text: `SELECT "zipNumber", count(*) FROM catalog.for_sale WHERE city = $1 GROUP BY 1 ORDER BY 1`,
    values: [codeOf(home, 'city')],
  }),
  'nearest homes': ({ point }) => ({
    text: 'SELECT id FROM catalog.home_point ORDER BY place <-> $1::point LIMIT 5',
    values: [units(point.longitude, point.latitude)],
  }),
  'a record by zpid': ({ zpid }) => ({ text: 'SELECT record FROM catalog.home WHERE id = $1', values: [zpid] }),
  'twenty records by zpid': ({ zpid }) => ({
    text: 'SELECT record FROM catalog.home WHERE id = ANY ($1::int8[]) ORDER BY id',
    values: [Array.from({ length: 20 }, (_, i) => zpid + i)],
  }),
  'an address': ({ entry }) => ({
    text: 'SELECT * FROM catalog.address_book WHERE house_number = $1 AND street = $2 ORDER BY display, id LIMIT 1000',
    values: [entry.houseNumber, entry.street],
  }),
  'addresses with a beginning': ({ entry }) => {
    const line = addressLine(entry).slice(0, 8)
    return {
      text: `SELECT book.* FROM (
          SELECT line, kind, id FROM catalog.address_line WHERE line >= $1 AND line < $2 ORDER BY line LIMIT 10
        ) lines JOIN catalog.address_book book USING (id, kind) ORDER BY line`,
      values: [line, `${line}${TEXT_END}`],
    }
  },
}
