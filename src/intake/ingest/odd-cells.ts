import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import type { HomeFieldName, HomeRecord } from '../../model/home-fields.ts'
import { isKnownCity } from '../../places/addresses/city-names.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'
import type { Finding } from './finding.ts'

/** The part of the gazetteer that shows whether a ZIP and a city are in one state. */
type Places = Pick<Gazetteer, 'hasCity' | 'zip'>

/** A rule that finds impossible values. The home is imported without them. */
interface OddCell {
  /** A permanent identifier. */
  readonly rule: string
  readonly sentence: string
  /** Returns the fields to leave out. */
  find(record: HomeRecord, today: string, gazetteer: Places): readonly HomeFieldName[]
}

const PRICES = ['ListPrice', 'ClosePrice', 'OriginalListPrice'] as const
const AREAS = ['LivingArea', 'LotSizeSquareFeet', 'LotSizeAcres'] as const
const ROOMS = ['BedroomsTotal', 'BathroomsTotalDecimal'] as const
const DAYS = ['OnMarketDate', 'PurchaseContractDate', 'CloseDate'] as const
/** Dates that programs write for a missing date: the day 0 of spreadsheets, databases and computers. */
export const NO_DAYS: ReadonlySet<string> = new Set('1899-12-30 1899-12-31 1900-01-01 1901-01-01 9999-12-31'.split(' '))

const ODD_CELLS: readonly OddCell[] = [
  {
    rule: 'point.none',
    sentence: 'The coordinates are 0 and 0, which programs write for an unknown place; they are left out.',
    find: ({ Latitude, Longitude }) => (Latitude === 0 && Longitude === 0 ? ['Latitude', 'Longitude'] : []),
  },
  {
    rule: 'zip.state',
    sentence: 'The ZIP is in a different state from the city; it is left out.',
    find: ({ PostalCode = '', StateOrProvince = '', City = '' }, _, gazetteer) => {
      const state = gazetteer.zip(PostalCode.slice(0, 5))?.state ?? StateOrProvince
      if (StateOrProvince === '' || City === '' || state === StateOrProvince) return []
      // If neither state has the city, it is invented, or a town without a post office.
      const isIn = (code: string) => isKnownCity(cityKey(City), code, gazetteer)
      return isIn(StateOrProvince) || !isIn(state) ? ['PostalCode'] : []
    },
  },
  {
    rule: 'price.positive',
    sentence: 'A price is not above 0; it is left out. If 0 means unknown, list it under emptyWhen.',
    find: (record) => PRICES.filter((name) => (record[name] ?? 1) <= 0),
  },
  {
    rule: 'area.positive',
    sentence: 'The living area is below 50 square feet, or the lot is not above 0; it is left out.',
    find: (record) => AREAS.filter((name) => (record[name] ?? 50) <= (name === 'LivingArea' ? 49 : 0)),
  },
  {
    rule: 'rooms.plausible',
    sentence: 'There are more than 20 beds or baths, and the number is over 200 or that of the house; it is left out.',
    find: ({ StreetAddress = '', ...record }) =>
      ROOMS.filter((name) => {
        const rooms = record[name] ?? 0
        return rooms > 200 || (rooms > 20 && StreetAddress.startsWith(`${rooms} `))
      }),
  },
  {
    rule: 'date.none',
    sentence: 'A date is a placeholder for an unknown day; it is left out.',
    find: (record) => DAYS.filter((name) => NO_DAYS.has(record[name] ?? '')),
  },
  {
    rule: 'close.future',
    sentence:
      'The closing date is in the future; it is left out. A year with two digits may belong to the last century.',
    find: ({ StandardStatus, CloseDate = '' }, today) =>
      StandardStatus === 'Closed' && CloseDate > today ? ['CloseDate'] : [],
  },
  {
    rule: 'listed.future',
    sentence: 'The listing date is in the future; it is left out.',
    find: (record, today) => ((listedOn(record) ?? '') > today ? ['OnMarketDate', 'OnMarketTimestamp'] : []),
  },
  {
    rule: 'dates.order',
    sentence: 'The listing or contract date is after the sale, or the listing date after the contract; it is left out.',
    find: (record) => {
      const { PurchaseContractDate: pending = LAST, StandardStatus = 'Closed' } = record
      // A home on the market may have an earlier sale.
      const closed = (StandardStatus === 'Closed' && record.CloseDate) || LAST
      const isLate = (listedOn(record) ?? '') > (pending > closed ? closed : pending)
      return [...(isLate ? LISTED : []), ...(pending !== LAST && pending > closed ? PENDING : [])]
    },
  },
  {
    rule: 'year-built.plausible',
    sentence: 'The year built is before 1600 or more than three years ahead; it is left out.',
    find: ({ YearBuilt }, today) =>
      YearBuilt !== undefined && (YearBuilt < 1600 || YearBuilt > Number(today.slice(0, 4)) + 3) ? ['YearBuilt'] : [],
  },
]

const LAST = '9999-12-31'
const LISTED = ['OnMarketDate', 'OnMarketTimestamp'] as const
const PENDING = ['PurchaseContractDate'] as const

function listedOn({ OnMarketDate, OnMarketTimestamp }: HomeRecord): string | undefined {
  return OnMarketTimestamp === undefined ? OnMarketDate : dayOf(OnMarketTimestamp)
}

/** Removes impossible values and reports them. They never reject a row. */
export function withoutOddCells(
  given: HomeRecord,
  nowMs: number,
  gazetteer: Places,
): { readonly record: HomeRecord; readonly findings: readonly Finding[] } {
  let record = given
  const findings: Finding[] = []
  const tomorrow = dayOf(nowMs + DAY_MS)
  for (const { rule, sentence, find } of ODD_CELLS) {
    const names = find(record, tomorrow, gazetteer).filter((name) => record[name] !== undefined)
    if (names.length === 0) continue
    const detail = names.map((name) => `${name} ${String(record[name])}`).join(', ')
    findings.push({ rule, sentence, detail })
    record = Object.fromEntries(Object.entries(record).filter(([name]) => !names.some((odd) => odd === name)))
  }
  return { record, findings }
}
