import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer, ZPID_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  component,
  day,
  flag,
  listOf,
  nullable,
  number as numberValue,
  object,
  oneOf,
  optional as optionalValue,
  text,
} from '../../../kit/answers/index.ts'
import { DAY_MS, dayNumber, dayOf } from '../../../kit/base/clock.ts'
import { rounded } from '../../../kit/base/figures.ts'
import { number, optional, positive, type Rule, wholeNumber } from '../../../kit/params/index.ts'
import { valuationDay } from '../../../worth/valuation/valuation-day.ts'
import { CHANGEABLE_FACTS, type ChangeableFact, factOf, whatIf } from '../../../worth/valuation/what-if.ts'
import { SAID_VALUE } from '../../rendering/documents/value-source.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from '../identify.ts'
import { operation } from '../operation.ts'

const GRADE = "on the scale of the home's source; higher is better."

const CHANGES = {
  bedroomsTotal: optional(wholeNumber(0, 50), 'Number of bedrooms.'),
  bathroomsTotal: optional(number(0, 50, '2.5'), 'Number of bathrooms; half a bath is .5.'),
  livingArea: optional(
    positive(100_000, 'square feet', '1850'),
    'Living area in square feet, more or less above ground.',
  ),
  lotSize: optional(positive(1_000_000_000, 'square feet', '7500'), 'Lot size in square feet.'),
  yearBuilt: optional(wholeNumber(1600, 2200), 'Year of construction.'),
  yearRenovated: optional(wholeNumber(1600, 2200), 'Year of the last major renovation.'),
  qualityGrade: optional(number(-1000, 1000, '8'), `Quality of construction, ${GRADE}`),
  conditionGrade: optional(number(-1000, 1000, '4'), `State of repair, ${GRADE}`),
} as const satisfies Record<ChangeableFact, unknown>

const PARAMETERS = { ...HOME_IDENTIFIERS, ...CHANGES }

const ANY_CHANGE: Rule<typeof PARAMETERS> = {
  doc: `At least one of ${CHANGEABLE_FACTS.join(', ')}.`,
  check: (args) =>
    CHANGEABLE_FACTS.some((fact) => args[fact] !== undefined)
      ? undefined
      : {
          parameter: 'bedroomsTotal',
          code: 'param.missing',
          detail: `Give at least one change: ${CHANGEABLE_FACTS.join(', ')}.`,
          accepted: CHANGEABLE_FACTS,
        },
}

export const valuationWhatIf = operation({
  path: '/valuation/what_if',
  beyond: true,
  group: 'Market analytics',
  summary: 'What a home would be worth with other facts: another bath or bedroom, size, lot, age or condition.',
  parameters: PARAMETERS,
  rules: [...anyOf(HOME_IDENTIFIERS, 'property'), ANY_CHANGE],
  failures: HOME_FAILURES,
  answer: component(
    'WhatIf',
    answer({
      zpid: ZPID_TEXT,
      asOf: day('Day that the values are for, as in /comparable_homes.'),
      before: nullable(
        SAID_VALUE,
        'The value of the home as it is: Plat’s own estimate, or else the value from comparable sales, never the published value. Null if neither exists.',
      ),
      after: nullable(SAID_VALUE, 'The home with the changes, valued in the same way; null if there is no value.'),
      difference: nullable(
        numberValue(),
        'The change in dollars; null unless both the old and the new value are known.',
      ),
      differencePercent: nullable(numberValue(), 'The difference as a percentage of `before`.'),
      changes: listOf(
        object({
          fact: oneOf(CHANGEABLE_FACTS),
          from: nullable(numberValue(), 'Null if the record does not have the fact.'),
          to: numberValue(),
          isTold: flag('False if sales here say too little about the fact, so that the value does not depend on it.'),
        }),
      ),
      unknown: listOf(
        oneOf(CHANGEABLE_FACTS),
        'Facts about which sales here say too little for a value to depend on them.',
      ),
      why: optionalValue(text('Why a value is null.')),
    }),
  ),
  run: async ({ byzpid, byurl, byaddress, ...changes }, { catalog, clock }) => {
    const home = await identifyHome({ byzpid, byurl, byaddress }, catalog, { changes: [] })
    const asOfDay = await valuationDay(home, dayNumber(clock.now()), catalog)
    const { before, after, unknown } = await whatIf(home, changes, asOfDay, catalog)
    const difference = before && after && after.value - before.value
    return {
      message: '200: Success' as const,
      source: sourceName(catalog.about(), home),
      zpid: String(home.zpid),
      asOf: dayOf(asOfDay * DAY_MS),
      before: before === undefined ? null : SAID_VALUE.of(before),
      after: after === undefined ? null : SAID_VALUE.of(after),
      difference: difference ?? null,
      differencePercent: difference === undefined || !before ? null : rounded((100 * difference) / before.value, 1),
      changes: CHANGEABLE_FACTS.flatMap((fact) => {
        const to = changes[fact]
        if (to === undefined) return []
        return [{ fact, from: factOf(home, fact) ?? null, to, isTold: !unknown.includes(fact) }]
      }),
      unknown,
      ...((before === undefined || after === undefined) && { why: NO_VALUE }),
    }
  },
})

const NO_VALUE =
  'No sales say what it is worth: too few similar homes were sold nearby, its place or size is unknown, or its listing forbids a valuation.'
