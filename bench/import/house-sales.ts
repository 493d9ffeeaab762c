import { closeSync, openSync, writeSync } from 'node:fs'
import { DAY_MS, dayOf } from '../../src/kit/base/clock.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { Random } from '../../test/engine/random.ts'

const COLUMNS =
  'id,date,price,bedrooms,bathrooms,sqft_living,sqft_lot,floors,waterfront,view,condition,grade,sqft_above,sqft_basement,yr_built,yr_renovated,zipcode,lat,long,sqft_living15,sqft_lot15'

/** The share of rows that are a second sale of the same house: 176 of 21,613 in King County's file. */
const SOLD_TWICE = 176 / 21_613
const KING_COUNTY = '53033'
const FIRST_DAY_MS = Date.UTC(2014, 4, 2)
const ROWS_AT_ONCE = 5_000

/** Writes a CSV file for the mapping `king-county`: one row per sale, in random order. Some houses are sold twice. */
export function writeHouseSales(path: string, rows: number, seed: number): void {
  const random = new Random(seed)
  const zips = loadGazetteer().zipsOfCounty(KING_COUNTY)
  const ids: string[] = []
  const file = openSync(path, 'w')
  try {
    writeSync(file, `${COLUMNS}\n`)
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const lines = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - from) }, () => {
        const isKnown = ids.length > 0 && random.chance(SOLD_TWICE)
        const id = isKnown ? random.pick(ids) : String(random.whole(1_000_000, 9_899_999_999)).padStart(10, '0')
        if (!isKnown) ids.push(id)
        return saleOf(id, random.pick(zips), random)
      })
      writeSync(file, lines.join(''))
    }
  } finally {
    closeSync(file)
  }
}

type Zip = ReturnType<ReturnType<typeof loadGazetteer>['zipsOfCounty']>[number]

function saleOf(id: string, { zipcode, point }: Zip, random: Random): string {
  const { latitude, longitude } = point ?? { latitude: 47.6, longitude: -122.3 }
  const day = dayOf(FIRST_DAY_MS + random.whole(0, 389) * DAY_MS).replaceAll('-', '')
  const above = 10 * random.whole(60, 420)
  const below = random.chance(0.39) ? 10 * random.whole(10, 180) : 0
  const lot = Math.round(5000 * 4 ** random.bell())
  const built = random.whole(1900, 2015)
  const grade = random.whole(5, 12)
  return `${[
    `"${id}"`,
    `"${day}T000000"`,
    500 * Math.round((above + below) * (0.1 + grade * 0.06) * random.between(0.8, 1.3)),
    random.whole(1, 6),
    0.25 * random.whole(4, 16),
    above + below,
    lot,
    `"${random.pick(['1', '1.5', '2', '2.5', '3'])}"`,
    Number(random.chance(0.0075)),
    random.chance(0.9) ? 0 : random.whole(1, 4),
    random.whole(1, 5),
    grade,
    above,
    below,
    built,
    random.chance(0.04) ? random.whole(built, 2015) : 0,
    `"${zipcode}"`,
    (latitude + random.bell() * 0.02).toFixed(4),
    (longitude + random.bell() * 0.02).toFixed(3),
    10 * random.whole(60, 450),
    Math.round(lot * random.between(0.7, 1.4)),
  ].join(',')}\n`
}
