import { DAY_MS, dayNumber, dayOf } from '../../base/clock.ts'
import { rounded } from '../figures.ts'
import { anyOf, HOME_IDENTIFIERS, identifyHome } from '../identify.ts'
import { TRAITS, type Trait, type Traits, traitsOf } from '../likeness.ts'
import { operation } from '../operation.ts'
import { peopleOf } from '../people.ts'
import { miniRow } from '../render-mini-row.ts'
import { sourceName } from '../source-name.ts'
import { surroundingsOf } from '../surroundings.ts'
import type { Comparison } from './appraisal.ts'
import { comparablesOf } from './comparables.ts'

const METRES_PER_MILE = 1609.344

export const comparableHomes = operation({
  path: '/comparable_homes',
  summary: 'Homes sold in the last year that tell most about what this one is worth, and what each of them says.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: [anyOf(HOME_IDENTIFIERS, 'property')],
  run: async (args, context) => {
    const { catalog } = context
    const home = await identifyHome(args, catalog, { comparable_homes: [] })
    const surroundings = surroundingsOf(context)
    const today = dayNumber(surroundings.nowMs)
    const { comparisons, value, market } = await comparablesOf(home, today, catalog)
    const sold = await catalog.briefs(comparisons.map(({ zpid }) => zpid))
    const bySale = new Map(comparisons.map((comparison) => [comparison.zpid, comparison]))
    const rows = sold.map(async (brief) => {
      const comparison = bySale.get(brief.zpid)
      const property = miniRow(brief, await peopleOf(brief, catalog), surroundings)
      return { property, ...(comparison && { comparison: shown(comparison, traitsOf(home), today) }) }
    })
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), home),
      zpid: String(home.zpid),
      comparable_homes: await Promise.all(rows),
      valuation: { value: value === undefined ? null : Math.round(value), marketIndex: market ?? null },
    }
  },
})

function shown(comparison: Comparison, home: Traits, today: number) {
  return {
    distanceMiles: rounded(comparison.distanceM / METRES_PER_MILE, 2),
    soldDate: dayOf((today - comparison.daysAgo) * DAY_MS),
    differences: differences(comparison.traits, home),
    marketFactor: rounded(comparison.marketFactor, 4),
    adjustedPrice: Math.round(comparison.adjustedPrice),
    weight: rounded(comparison.weight, 4),
  }
}

/** What the sold home has more of, in the unit of the column; null where one of both is unknown. */
function differences(sold: Traits, home: Traits): Readonly<Record<Trait, number | null>> {
  const more = TRAITS.map((trait) => [trait, known(rounded(sold[trait] - home[trait], 2))] as const)
  return Object.fromEntries(more) as Record<Trait, number | null> // one entry for each trait
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
