import type { Random } from '../base/random.ts'
import type { HomeFacts, Listing } from '../model/home.ts'
import { type Block, isBuilding } from './block.ts'
import type { Dwelling } from './dwelling.ts'
import * as words from './words/descriptions.ts'

const SQUARE_FEET_PER_ACRE = 43_560

/** Most sentences between the first and those that are always said. */
const MOST_SENTENCES = 5

/**
 * A few sentences that say nothing the facts do not bear out, and a last one that says the home is invented. What
 * matters most to a buyer is always said; of the rest, some.
 */
export function describe(
  random: Random,
  block: Block,
  dwelling: Dwelling,
  facts: HomeFacts,
  kind: Listing['kind'],
): string {
  const said = dwelling.homeType === 'LOT' ? landSentences(random) : roomSentences(random, block, dwelling, facts, kind)
  const chosen = random.some(said, random.whole(2, MOST_SENTENCES))
  return [
    opening(random, block, dwelling, kind),
    ...chosen,
    ...alwaysSaid(random, block, dwelling, facts),
    words.INVENTED,
  ].join(' ')
}

/** What owners love about their home. */
export function loves(random: Random, block: Block): string {
  const [one = '', other = ''] = random.some(words.LOVES[isBuilding(block) ? 'unit' : 'ground'], 2)
  return `${capital(one)}, and ${other}.`
}

function opening(random: Random, block: Block, { homeType, worn }: Dwelling, kind: Listing['kind']): string {
  const look = random.pick(words.LOOKS)
  const worst = kind === 'sale' ? words.WORN_OPENINGS : words.WORN_RENTAL_OPENINGS
  return random
    .pick(homeType === 'LOT' ? words.LOT_OPENINGS : worn ? worst : words.OPENINGS)
    .replace('{look}', look)
    .replace('{Look}', capital(look))
    .replace('{home}', words.HOME_WORDS[homeType])
    .replace('{place}', block.neighborhood ?? block.zip.place.city)
}

function landSentences(random: Random): string[] {
  return random.some(words.LOT_TEXTS, 3)
}

/** What there is to say of the rooms, the ground and the surroundings, in the order in which one walks through. */
function roomSentences(
  random: Random,
  block: Block,
  dwelling: Dwelling,
  facts: HomeFacts,
  kind: Listing['kind'],
): string[] {
  const said = insideSentences(random, facts)
  const cooling = facts.cooling?.[0]
  if (cooling === 'Central Air' || cooling === 'Heat Pump') said.push(random.pick(words.COOLED[cooling]))
  if (facts.inUnitLaundry) said.push(random.pick(words.LAUNDRY))
  if (dwelling.basement === 'unfinished' && facts.basement) said.push(random.pick(words.ROUGH_BASEMENT))
  for (const seen of facts.views ?? []) if (!dwelling.waterfront) said.push(random.pick(words.VIEWS[seen]))
  if (!isBuilding(block)) {
    said.push(random.pick(words.OUTSIDES))
    if (dwelling.lotSquareFeet > SQUARE_FEET_PER_ACRE) said.push(random.pick(words.ACREAGE))
    if (kind === 'sale' && facts.associationFee === 0) said.push(random.pick(words.NO_DUES))
  } else said.push(random.pick(words.UNIT_OUTSIDES))
  said.push(random.pick(words.SURROUNDINGS[block.zip.setting]))
  return said
}

function insideSentences(
  random: Random,
  { appliances = [], flooring = [], interiorFeatures, fireplacesTotal }: HomeFacts,
): string[] {
  const stove = appliances.some((appliance) => appliance.startsWith('Gas'))
    ? 'gas'
    : appliances.includes('Induction Cooktop')
      ? 'induction'
      : 'any'
  const said = [
    random.pick(words.KITCHENS[random.chance(0.5) ? stove : 'any']).replace('{counter}', random.pick(words.COUNTERS)),
  ]
  const floors = words.FLOORS[flooring[0] ?? '']
  if (floors) said.push(random.pick(floors))
  const feature = words.INTERIORS[interiorFeatures?.[0] ?? '']
  if (feature) said.push(feature)
  if (fireplacesTotal) said.push(random.pick(words.FIREPLACE))
  return said
}

function alwaysSaid(random: Random, block: Block, dwelling: Dwelling, facts: HomeFacts): string[] {
  const said: string[] = []
  const isUnit = isBuilding(block)
  if (block.newlyBuilt) said.push(random.pick(words.NEW_BUILT))
  if (dwelling.waterfront) said.push(random.pick(isUnit ? words.WATERFRONT_UNIT : words.WATERFRONT_HOUSE))
  if (dwelling.pool) said.push(random.pick(words.POOL))
  if (dwelling.basement === 'finished' && facts.basement) said.push(random.pick(words.BASEMENT))
  if (isUnit && dwelling.garageSpaces > 0) said.push(random.pick(words.UNIT_GARAGE))
  if (isUnit && dwelling.openSpaces > 0) said.push(random.pick(words.UNIT_PARKING))
  if (!isUnit && dwelling.garageSpaces > 1)
    said.push(random.pick(words.GARAGE).replace('{cars}', `${dwelling.garageSpaces} cars`))
  if (facts.yearRenovated !== undefined) said.push(`Renovated in ${facts.yearRenovated}.`)
  if (facts.furnished) said.push(random.pick(words.FURNISHED))
  if (facts.spa) said.push(words.SPA)
  if (block.senior) said.push(words.SENIOR)
  return said
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
