import { nullable, number, objectFrom } from '../../../kit/answers/index.ts'
import { portalWords } from '../../../kit/base/words.ts'
import type { Home } from '../../../model/home.ts'
import type { Surroundings } from '../surroundings.ts'
import { WHERE } from './address.ts'
import type { Gathered } from './gathered.ts'
import { IDENTITY } from './identity.ts'
import { PRICE } from './price.ts'
import { RESO_FACTS } from './reso-facts.ts'
import { SIZE } from './size.ts'
import { STATUS } from './status.ts'

/** The entries of the full document that tell of the home alone, and not of its surroundings or of the market. */
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
})

/** Some entries of an object, by their names. */
function entriesOf<E extends object, K extends keyof E>(entries: E, ...names: readonly K[]): Pick<E, K> {
  return Object.fromEntries(names.map((name) => [name, entries[name]])) as Pick<E, K> // of these names
}

/** Entries of `resoFacts` that say once more what another one says, or how long ago something was. */
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

/** Everything that documents told of a home in some state, by their keys; keys of a part are joined: `resoFacts.view`. */
export function statedFields(home: Home, surroundings: Surroundings): ReadonlyMap<string, unknown> {
  const put = portalWords(surroundings.words)
  const facts = Object.entries(RESO_FACTS.of({ home, surroundings }, put)).filter(([name]) => !RESTATED.has(name))
  return new Map([
    ...Object.entries(STATE.of({ home, surroundings } as Gathered, put)), // as above
    ...facts.map(([name, value]): [string, unknown] => [`resoFacts.${name}`, value]),
  ])
}
