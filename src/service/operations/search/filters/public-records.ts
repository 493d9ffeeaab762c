import { addMonths, DAY_MS, dayNumber } from '../../../../kit/base/clock.ts'
import { beyond, dayInUs, flag, optional, range } from '../../../../kit/params/index.ts'
import { AGENT_NEED, agentDay, agentRange } from '../../agent-words.ts'
import { all, between, each, filter, ranged } from './family.ts'

const NO_MAX = Number.POSITIVE_INFINITY
/** No deed is older. */
const MAX_YEARS = 1000

/** Filters by recorded events. Homes without the events that a filter needs do not match. */
export const publicRecords = each('Price and cost', {
  hasLien: filter(
    beyond(optional(flag, 'If true, only homes with a recorded lien that no release ends.')),
    (given) => all(given ? ['lien'] : []),
    { label: 'Lien', agent: AGENT_NEED, values: { true: { agent: 'lien' } } },
  ),
  permitSince: filter(
    beyond(optional(dayInUs, 'The last recorded permit is of this day or later.')),
    (day) => between('permitDay', day, NO_MAX),
    {
      label: 'Permit since',
      agent: agentDay('permit_since', 'permit since #', 'A recorded permit on this day or later.'),
    },
  ),
  ownedYears: filter(
    beyond(optional(range('years', 'least'), 'Years since the last recorded deed.')),
    ({ min, max }, { today }) => between('deedDay', yearsBefore(today, max), yearsBefore(today, min)),
    {
      label: 'Owned for',
      agent: agentRange('owned_years', 'owned for', '# years', 'Years since the last recorded deed.'),
    },
  ),
  equityPercent: ranged(
    'equityPercent',
    beyond(
      optional(
        range('percent', 'least'),
        'Equity in percent of the value: the value minus unreleased mortgages. 0 or negative if the mortgages exceed the value; unknown without a recorded mortgage.',
      ),
    ),
    {
      label: 'Equity',
      agent: agentRange(
        'equity_percent',
        'equity',
        '#%',
        'Equity in percent: the part of the home’s value that no unreleased mortgage covers.',
      ),
    },
  ),
})

/** Returns the day that is some years before `today`. */
function yearsBefore(today: number, years: number): number {
  if (!Number.isFinite(years)) return -years
  return dayNumber(addMonths(today * DAY_MS, -Math.round(12 * Math.min(years, MAX_YEARS))))
}
