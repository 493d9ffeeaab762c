import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { flag, listOf, nullable, number, objectFrom, text } from '../../../kit/answers/index.ts'
import type { HomeFacts } from '../../../model/home.ts'
import { coolingOf, garageOf, heatingOf, namesAny } from '../../../model/real-features.ts'

const TEXTS = listOf(text())
const MAYBE_TEXTS = nullable(TEXTS)
const MAYBE_FLAG = nullable(flag())
const CARS = nullable(number('Cars.'))

/** Facts that clients read both at the top of the document and in `resoFacts`. */
export const FIREPLACES_AND_FENCING = objectFrom<HomeFacts>()({
  fireplaces: [nullable(number()), ({ fireplacesTotal }) => fireplacesTotal],
  fencing: [MAYBE_TEXT, ({ fencing }) => fencing?.join(', ')],
})

/** The home's features. Unknown lists and flags are null. */
export const FEATURES = objectFrom<HomeFacts>()({
  appliances: [TEXTS, ({ appliances }) => appliances ?? []],
  heating: [TEXTS, ({ heating }) => heating ?? []],
  cooling: [TEXTS, ({ cooling }) => cooling ?? []],
  interiorFeatures: [MAYBE_TEXTS, ({ interiorFeatures }) => interiorFeatures],
  exteriorFeatures: [MAYBE_TEXTS, ({ exteriorFeatures }) => exteriorFeatures],
  poolFeatures: [
    MAYBE_TEXTS,
    ({ privatePool }) => (privatePool === undefined ? null : [privatePool ? 'Private' : 'None']),
  ],
  lotFeatures: [MAYBE_TEXTS, ({ lotFeatures }) => lotFeatures],
  communityFeatures: [MAYBE_TEXTS, ({ communityFeatures }) => communityFeatures],
  laundryFeatures: [MAYBE_TEXTS, ({ laundryFeatures }) => laundryFeatures],
  view: [MAYBE_TEXTS, ({ views }) => views],
  sewer: [MAYBE_TEXTS, ({ sewer }) => sewer],
  waterSource: [MAYBE_TEXTS, ({ waterSource }) => waterSource],
  utilities: [MAYBE_TEXTS, ({ utilities }) => utilities],
  hasHeating: [MAYBE_FLAG, heatingOf],
  hasCooling: [MAYBE_FLAG, coolingOf],
  hasFireplace: [MAYBE_FLAG, ({ fireplacesTotal }) => atLeastOne(fireplacesTotal)],
  ...FIREPLACES_AND_FENCING.keys,
  hasPrivatePool: [MAYBE_FLAG, ({ privatePool }) => privatePool],
  hasSpa: [MAYBE_FLAG, ({ spa }) => spa],
  hasView: [MAYBE_FLAG, ({ views }) => namesAny(views)],
  hasWaterfrontView: [MAYBE_FLAG, ({ waterfront, views }) => waterfront ?? views?.includes('Water')],
  parkingFeatures: [MAYBE_TEXTS, ({ parkingFeatures }) => parkingFeatures],
  hasGarage: [MAYBE_FLAG, garageOf],
  hasAttachedGarage: [MAYBE_FLAG, ({ attachedGarage }) => attachedGarage],
  garageParkingCapacity: [CARS, ({ garageSpaces }) => garageSpaces],
  coveredParkingCapacity: [
    CARS,
    ({ garageSpaces, carportSpaces }) =>
      garageSpaces === undefined && carportSpaces === undefined ? null : (garageSpaces ?? 0) + (carportSpaces ?? 0),
  ],
  parkingCapacity: [CARS, ({ parkingTotal }) => parkingTotal],
})

function atLeastOne(count: number | undefined): boolean | null {
  return count === undefined ? null : count > 0
}
