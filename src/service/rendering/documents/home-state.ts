import { nullable, number, objectFrom } from '../../../kit/answers/index.ts'
import { portalWords } from '../../../kit/base/words.ts'
import type { Home } from '../../../model/home.ts'
import { RECORDED } from '../recorded-events.ts'
import type { Surroundings } from '../surroundings.ts'
import { WHERE } from './address.ts'
import type { Gathered } from './gathered.ts'
import { IDENTITY } from './identity.ts'
import { PRICE } from './price.ts'
import { RESO_FACTS } from './reso-facts.ts'
import { SIZE } from './size.ts'
import { STATUS } from './status.ts'

/** The parts of the full document that depend on the home alone, not on its surroundings or its market. */
const STATE = objectFrom<Gathered>()({
  ...entriesOf(IDENTITY.keys, 'mlsid'),
  ...entriesOf(WHERE.keys, 'streetAddress', 'city', 'state', 'zipcode', 'isUndisclosedAddress'),
  latitude: [nullable(number()), ({ home }) => home.point?.latitude],
  longitude: [nullable(number()), ({ home }) => home.point?.longitude],
  ...entriesOf(PRICE.keys, 'price', 'lastSoldPrice', 'lastSoldDate', 'datePostedString', 'monthlyHoaFee'),
  ...entriesOf(PRICE.keys, 'taxAssessedValue'),
  ...entriesOf(SIZE.keys, 'bedrooms', 'bathrooms', 'yearBuilt', 'livingArea', 'lotSize'),
  ...entriesOf(STATUS.keys, 'homeStatus', 'homeType', 'contingentListingType', 'comingSoonOnMarketDate'),
  ...entriesOf(STATUS.keys, 'newConstructionType', 'listingSubType', 'foreclosureTypes', 'isFeatured'),
  ...entriesOf(STATUS.keys, 'isIncomeRestricted', 'isNonOwnerOccupied'),
  ...RECORDED.keys,
})

/** Returns the entries of an object that have these names. */
function entriesOf<E extends object, K extends keyof E>(entries: E, ...names: readonly K[]): Pick<E, K> {
  return Object.fromEntries(names.map((name) => [name, entries[name]])) as Pick<E, K> // has exactly these names
}

/** Entries of `resoFacts` that repeat another entry, or that change with the clock. */
const RESTATED: ReadonlySet<string> = new Set([
  'atAGlanceFacts',
  'bedrooms',
  'cityRegion',
  'cumulativeDaysOnMarket',
  'listingId',
  'lotSize',
  'onMarketDate',
  'parcelNumber',
  'taxAssessedValue',
])

/**
 * Returns the values that a document of the home would have, by key. Keys within a part are joined: `resoFacts.view`.
 */
export function statedFields(home: Home, surroundings: Surroundings): ReadonlyMap<string, unknown> {
  const put = portalWords(surroundings.words)
  const facts = Object.entries(RESO_FACTS.of({ home, surroundings }, put)).filter(([name]) => !RESTATED.has(name))
  return new Map([
    ...Object.entries(STATE.of({ home, surroundings } as Gathered, put)), // `STATE` reads nothing else
    ...facts.map(([name, value]): [string, unknown] => [`resoFacts.${name}`, value]),
  ])
}
