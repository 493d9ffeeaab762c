import { type Span, spanNamed } from '../filters/days.ts'
import { COUNT, meaningOf, numberOf, quantity } from './amounts.ts'
import { type Finding, withoutEffect } from './finding.ts'
import { phrase, type Sentence } from './sentence.ts'

const UNIT = '(?<unit>days?|weeks?|months?|years?|yrs?)'
const DONE = '(?:(?:new(?:ly)?|just|recently)? ?(?:listed|added|posted|new|on (?:the )?market|listings?) )?'
const LAST = phrase(
  `${DONE}(?:in|within|over|during|from)? ?(?:the |these )?(?:last|past|previous) (?:(?<count>${COUNT}|\\d{1,4}|couple of|few) )?${UNIT}`,
)
const WITHIN = phrase(`(?:(?:listed|added|posted) |(?<=sold ))within (?<count>${COUNT}|\\d{1,4}) ${UNIT}`)
const THIS = phrase(`${DONE}(?<this>today|this (?:week|month|year))`)
const ON_MARKET = quantity(String.raw`\d{1,4}`, {
  before: '(?:(?:on (?:the )?market|listed)(?: for)? )',
  after: ` ${UNIT}`,
})
const DAYS_ON_MARKET = quantity(String.raw`\d{1,4}`, { after: ` ${UNIT} on (?:the )?(?:market|portal)` })
const DAYS_ON_MARKET_NAMED = quantity(String.raw`\d{1,4}`, { before: '(?:days on (?:the )?market|dom):? ' })

const THIS_SPAN: Readonly<Record<string, Span>> = {
  today: { days: 1, months: 0 },
  'this week': { days: 7, months: 0 },
  'this month': { days: 30, months: 0 },
  'this year': { days: 0, months: 12 },
}

/** Reads phrases about the number of days since homes were listed or, for sold homes, sold. */
export function days(sentence: Sentence): readonly Finding[] {
  const bounds = [ON_MARKET, DAYS_ON_MARKET, DAYS_ON_MARKET_NAMED]
    .flatMap((pattern) => sentence.takeAll(pattern))
    .map((match) => {
      const { max } = meaningOf(match)
      if (!Number.isFinite(max))
        return withoutEffect(match.words, 'no filter has a minimum number of days on the market.')
      return within(match.words, spanOf(max, match.groups.unit ?? 'days'))
    })
  const last = [LAST, WITHIN]
    .flatMap((pattern) => sentence.takeAll(pattern))
    .map(({ words, groups }) => {
      const count = groups.count ?? '1'
      if (/few|couple/.test(count)) return withoutEffect(words, 'it does not give a number.')
      return within(words, spanOf(numberOf(count), groups.unit ?? ''))
    })
  const now = sentence.takeAll(THIS).map(({ words, groups }) => within(words, THIS_SPAN[groups.this ?? '']))
  return [...bounds, ...last, ...now]
}

function spanOf(count: number, unit: string): Span {
  if (unit.startsWith('d')) return { days: count, months: 0 }
  if (unit.startsWith('w')) return { days: count * 7, months: 0 }
  return { days: 0, months: unit.startsWith('m') ? count : count * 12 }
}

function within(words: string, span: Span | undefined): Finding {
  if (!span) return withoutEffect(words, 'it does not give a number.')
  const text = spanNamed(span) ?? (span.months > 0 ? named(span.months, 'month') : named(span.days, 'day'))
  return {
    words,
    asks: (listingClass) => ({
      parameter: listingClass === 'Sold' ? 'soldInLast' : 'daysOn{Portal}',
      text,
      value: span,
    }),
  }
}

/** Writes a time span in the form that parameters use. */
function named(count: number, unit: string): string {
  return `${count}_${unit}${count === 1 ? '' : 's'}`
}
