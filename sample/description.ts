import type { Random } from '../src/kit/algorithms/random.ts'
import type { HomeFacts, Listing } from '../src/model/home.ts'
import { type Block, isBuilding } from './block.ts'
import type { Site } from './site.ts'
import * as words from './words/descriptions.ts'

const SQUARE_FEET_PER_ACRE = 43_560

/** Maximum number of optional sentences after the first sentence. */
const MAX_SENTENCES = 5

/** A key of `SAYINGS`, or a sentence, or nothing. */
type Saying = string | false | 0 | undefined

const SAYINGS: Readonly<Record<string, readonly string[]>> = words.SAYINGS

/**
 * Writes some sentences that follow from the facts. The last one says that the home is invented. Facts important to
 * buyers are always included, others sometimes.
 */
export function describe(site: Site, kind: Listing['kind']): string {
  const { random, dwelling } = site
  const isLot = dwelling.homeType === 'LOT'
  const rest = isLot ? random.some(words.SAYINGS.land, 3) : say(site, walkThrough(site, kind))
  const chosen = random.some(rest, random.whole(2, MAX_SENTENCES))
  return [opening(site, kind), ...chosen, ...say(site, alwaysSaid(site)), words.INVENTED].join(' ')
}

/** A sentence about two things that owners love about their home. */
export function loves(random: Random, block: Block): string {
  const [one = '', other = ''] = random.some(words.SAYINGS[isBuilding(block) ? 'lovedUnit' : 'lovedGround'], 2)
  return `${capital(one)}, and ${other}.`
}

function opening({ random, block, dwelling: { homeType, worn } }: Site, kind: Listing['kind']): string {
  const look = random.pick(words.ADJECTIVES)
  const worst = kind === 'sale' ? 'wornSale' : 'wornRental'
  const usual = block.newlyBuilt ? 'newOpening' : 'opening'
  return random
    .pick(words.SAYINGS[homeType === 'LOT' ? 'lot' : worn ? worst : usual])
    .replace('{look}', look)
    .replace('{Look}', capital(look))
    .replace('{home}', words.HOME_WORDS[homeType])
    .replace('{place}', block.neighborhood ?? block.zip.place.city)
}

function say({ random, dwelling }: Site, said: readonly Saying[]): string[] {
  return said
    .filter((one) => typeof one === 'string')
    .map((one) => {
      const sayings = SAYINGS[one]
      return (sayings ? random.pick(sayings) : one)
        .replace('{counter}', () => random.pick(words.COUNTERS))
        .replace('{cars}', `${dwelling.garageSpaces} cars`)
    })
}

/** Lists possible sentences about rooms, ground and surroundings, in the order of a walk through the home. */
function walkThrough({ random, block, dwelling, facts }: Site, kind: Listing['kind']): Saying[] {
  const isUnit = isBuilding(block)
  const cooling = facts.cooling?.[0] ?? ''
  const views = dwelling.waterfront ? [] : (facts.views ?? [])
  return [
    random.chance(0.5) ? stoveOf(facts) : 'anyStove',
    facts.flooring?.[0],
    words.INTERIORS[facts.interiorFeatures?.[0] ?? ''],
    facts.fireplacesTotal && 'fireplace',
    cooling in SAYINGS && cooling,
    facts.inUnitLaundry && 'laundry',
    dwelling.basement === 'unfinished' && facts.basement && 'roughBasement',
    ...views,
    isUnit ? 'unitOutside' : 'outside',
    !isUnit && dwelling.lotSquareFeet > SQUARE_FEET_PER_ACRE && 'acreage',
    !isUnit && kind === 'sale' && facts.associationFee === 0 && 'noDues',
    block.zip.setting,
  ]
}

function stoveOf({ appliances = [] }: HomeFacts): string {
  if (appliances.some((appliance) => appliance.startsWith('Gas'))) return 'gas'
  return appliances.includes('Induction Cooktop') ? 'induction' : 'anyStove'
}

function alwaysSaid({ block, dwelling, facts }: Site): Saying[] {
  const isUnit = isBuilding(block)
  return [
    block.newlyBuilt && 'newlyBuilt',
    dwelling.waterfront && (isUnit ? 'waterfrontUnit' : 'waterfrontHouse'),
    dwelling.pool && 'pool',
    dwelling.basement === 'finished' && facts.basement && 'finishedBasement',
    isUnit && dwelling.garageSpaces > 0 && 'unitGarage',
    isUnit && dwelling.openSpaces > 0 && 'unitParking',
    !isUnit && dwelling.garageSpaces > 1 && 'garage',
    facts.yearRenovated !== undefined && `Renovated in ${facts.yearRenovated}.`,
    facts.furnished && 'furnished',
    facts.spa && words.SPA,
    block.senior && words.SENIOR,
  ]
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
