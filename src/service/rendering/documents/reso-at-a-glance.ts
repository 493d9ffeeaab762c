import { type AnswerOf, listOf, object, text } from '../../../kit/answers/index.ts'
import { dollarsText, grouped } from '../../../kit/base/figures.ts'
import type { Home } from '../../../model/home.ts'
import { currentPricePerSquareFoot } from '../../../model/market-state.ts'
import { HOME_TYPE_NAMES } from '../listing-flags.ts'
import { lotSizeText } from '../lot-size.ts'

export const AT_A_GLANCE = listOf(object({ factLabel: text(), factValue: text() }), 'Only what is known.')

/** Returns the few facts at the top of a page. */
export function atAGlance(home: Home): AnswerOf<typeof AT_A_GLANCE> {
  const { facts, homeType } = home
  const perSquareFoot = currentPricePerSquareFoot(home)
  return [
    ...fact('Type', HOME_TYPE_NAMES[homeType].label),
    ...fact('Year Built', facts.yearBuilt?.toString()),
    ...fact('Heating', facts.heating?.join(', ')),
    ...fact('Cooling', facts.cooling?.join(', ')),
    ...fact('Parking', parkingText(facts.parkingTotal ?? facts.garageSpaces)),
    ...fact('HOA', facts.associationFee ? `${dollarsText(facts.associationFee)} monthly` : undefined),
    ...fact('Lot', lotSizeText(facts.lotSizeSquareFeet) ?? undefined),
    ...fact('Price/sqft', perSquareFoot === null ? undefined : `$${grouped(perSquareFoot)}`),
  ]
}

function fact(factLabel: string, factValue: string | undefined) {
  return factValue ? [{ factLabel, factValue }] : []
}

function parkingText(spaces: number | undefined): string | undefined {
  return spaces === undefined ? undefined : `${spaces} ${spaces === 1 ? 'space' : 'spaces'}`
}
