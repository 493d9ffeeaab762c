import type { Random } from '../base/random.ts'
import type { HomeFacts } from '../model/home.ts'
import type { Block } from './block.ts'
import type { Dwelling } from './dwelling.ts'
import * as words from './words/descriptions.ts'

/** A few sentences consistent with the facts, and a last one that says the home is invented. */
export function describe(random: Random, block: Block, dwelling: Dwelling, facts: HomeFacts): string {
  const place = block.neighborhood ?? block.zip.place.city
  let text = random
    .pick(words.OPENINGS)
    .replace('{home}', words.HOME_WORDS[dwelling.homeType])
    .replace('{place}', place)
  if (dwelling.homeType === 'LOT') text += ` ${random.pick(words.LOT_TEXTS)}`
  else text += ` ${random.pick(words.LAYOUTS)}`
  if (dwelling.waterfront) text += ' Steps lead down to the water.'
  if (dwelling.pool) text += ' The pool is heated.'
  if (dwelling.basement === 'finished') text += ' The finished basement has a media room.'
  if (dwelling.garageSpaces > 1) text += ` Garage for ${dwelling.garageSpaces} cars.`
  if (facts.yearRenovated !== undefined) text += ` Renovated in ${facts.yearRenovated}.`
  if (facts.furnished) text += ' Offered furnished.'
  if (block.senior) text += ' In a community for residents of 55 and over.'
  if (random.chance(0.6)) text += ` ${random.pick(words.OUTSIDES)}`
  return `${text} ${words.INVENTED}`
}
