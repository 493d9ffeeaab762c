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
  mlsid: IDENTITY.keys.mlsid,
  streetAddress: WHERE.keys.streetAddress,
  city: WHERE.keys.city,
  state: WHERE.keys.state,
  zipcode: WHERE.keys.zipcode,
  isUndisclosedAddress: WHERE.keys.isUndisclosedAddress,
  latitude: [nullable(number()), ({ home }) => home.point?.latitude],
  longitude: [nullable(number()), ({ home }) => home.point?.longitude],
  price: PRICE.keys.price,
  lastSoldPrice: PRICE.keys.lastSoldPrice,
  lastSoldDate: PRICE.keys.lastSoldDate,
  datePostedString: PRICE.keys.datePostedString,
  monthlyHoaFee: PRICE.keys.monthlyHoaFee,
  taxAssessedValue: PRICE.keys.taxAssessedValue,
  bedrooms: SIZE.keys.bedrooms,
  bathrooms: SIZE.keys.bathrooms,
  yearBuilt: SIZE.keys.yearBuilt,
  livingArea: SIZE.keys.livingArea,
  lotSize: SIZE.keys.lotSize,
  homeStatus: STATUS.keys.homeStatus,
  homeType: STATUS.keys.homeType,
  contingentListingType: STATUS.keys.contingentListingType,
  comingSoonOnMarketDate: STATUS.keys.comingSoonOnMarketDate,
  newConstructionType: STATUS.keys.newConstructionType,
  listingSubType: STATUS.keys.listingSubType,
  foreclosureTypes: STATUS.keys.foreclosureTypes,
  isFeatured: STATUS.keys.isFeatured,
  isIncomeRestricted: STATUS.keys.isIncomeRestricted,
  isNonOwnerOccupied: STATUS.keys.isNonOwnerOccupied,
})

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
