import { each, type FieldsOf, flag, listOf, nullable, number, text } from '../../answers/index.ts'
import type { HomeFacts } from '../../model/home.ts'

export const FEATURES = {
  ...each(listOf(text()), 'appliances', 'heating', 'cooling'),
  ...each(
    nullable(listOf(text())),
    'interiorFeatures',
    'exteriorFeatures',
    'parkingFeatures',
    'poolFeatures',
    'lotFeatures',
    'communityFeatures',
    'laundryFeatures',
    'view',
    'sewer',
    'waterSource',
    'utilities',
  ),
  ...each(
    nullable(flag()),
    'hasHeating',
    'hasCooling',
    'hasFireplace',
    'hasGarage',
    'hasAttachedGarage',
    'hasPrivatePool',
    'hasSpa',
    'hasView',
    'hasWaterfrontView',
  ),
  ...each(nullable(number('Cars.')), 'garageParkingCapacity', 'coveredParkingCapacity', 'parkingCapacity'),
}

/** The home's features. Lists and flags are null if unknown. */
export function features(facts: HomeFacts): FieldsOf<typeof FEATURES> {
  return {
    appliances: facts.appliances ?? [],
    heating: facts.heating ?? [],
    cooling: facts.cooling ?? [],
    interiorFeatures: facts.interiorFeatures ?? null,
    exteriorFeatures: facts.exteriorFeatures ?? null,
    poolFeatures: facts.privatePool === undefined ? null : facts.privatePool ? ['Private'] : ['None'],
    lotFeatures: facts.lotFeatures ?? null,
    communityFeatures: facts.communityFeatures ?? null,
    laundryFeatures: facts.laundryFeatures ?? null,
    view: facts.views ?? null,
    sewer: facts.sewer ?? null,
    waterSource: facts.waterSource ?? null,
    utilities: facts.utilities ?? null,
    hasHeating: facts.hasHeating ?? anyOf(facts.heating),
    hasCooling: facts.hasCooling ?? anyOf(facts.cooling),
    hasFireplace: atLeastOne(facts.fireplacesTotal),
    hasPrivatePool: facts.privatePool ?? null,
    hasSpa: facts.spa ?? null,
    hasView: anyOf(facts.views),
    hasWaterfrontView: facts.waterfront ?? (facts.views ? facts.views.includes('Water') : null),
    ...parking(facts),
  }
}

function parking(facts: HomeFacts) {
  const { garageSpaces, carportSpaces, attachedGarage, parkingTotal } = facts
  const unknown = garageSpaces === undefined && carportSpaces === undefined
  return {
    parkingFeatures: facts.parkingFeatures ?? null,
    hasGarage: atLeastOne(garageSpaces) ?? (attachedGarage ? true : null),
    hasAttachedGarage: attachedGarage ?? null,
    garageParkingCapacity: garageSpaces ?? null,
    coveredParkingCapacity: unknown ? null : (garageSpaces ?? 0) + (carportSpaces ?? 0),
    parkingCapacity: parkingTotal ?? null,
  }
}

/** A list that says `None` counts as empty. */
function anyOf(list: readonly string[] | undefined): boolean | null {
  return list === undefined ? null : list.some((entry) => entry !== 'None')
}

function atLeastOne(count: number | undefined): boolean | null {
  return count === undefined ? null : count > 0
}
