import { COUNT, meaningOf, numberOf, quantity, written } from './amounts.ts'
import { asking, type Day, type Finding } from './finding.ts'
import { phrase, type Sentence } from './sentence.ts'

const YEAR = String.raw`(?:1[6-9]|20)\d\d`
const BUILT = '(?:(?:newly )?(?:built|constructed|build)|year built|made)'
const AGE = ' ?-?(?:years?|yrs?)[ -]old'

const OLDEST = 1600

/** Patterns for the time when a home was built, each with the years that it means. */
const WAYS: readonly (readonly [
  pattern: RegExp,
  years: (found: Readonly<Record<string, string | undefined>>) => { min: number; max: number },
])[] = [
  [
    phrase(`(?:${BUILT} )?(?:in |during |from )?(?:the )?(?<decade>${YEAR.replace(/\\d$/, '')}0)'?s`),
    ({ decade }) => ({ min: Number(decade), max: Number(decade) + 9 }),
  ],
  [
    phrase(`${BUILT}:? (?:between |from |in )?(?<from>${YEAR}) ?(?:-|to|and|through) ?(?<to>${YEAR})`),
    ({ from, to }) => ({ min: Math.min(Number(from), Number(to)), max: Math.max(Number(from), Number(to)) }),
  ],
  [
    phrase(
      `(?:${BUILT} )?(?:in or after|after|since|later than|newer than|post|no older than|not older than) ?-?(?<min>${YEAR})`,
    ),
    ({ min }) => ({ min: Number(min), max: Number.POSITIVE_INFINITY }),
  ],
  [
    phrase(
      `${BUILT}:? (?:from |in |at least |over )?(?<min>${YEAR})(?: ?\\+| or (?:newer|later|after)| and (?:newer|later|up))`,
    ),
    ({ min }) => ({ min: Number(min), max: Number.POSITIVE_INFINITY }),
  ],
  [phrase(`(?<min>${YEAR}) or newer`), ({ min }) => ({ min: Number(min), max: Number.POSITIVE_INFINITY })],
  [
    phrase(`(?:${BUILT} )?(?:in or before|before|earlier than|older than|prior to|pre) ?-?(?<max>${YEAR})`),
    ({ max }) => ({ min: Number.NEGATIVE_INFINITY, max: Number(max) }),
  ],
  [phrase(`${BUILT}:? (?:in |during )?(?<year>${YEAR})`), ({ year }) => ({ min: Number(year), max: Number(year) })],
]

const IN_LAST = phrase(`${BUILT} (?:in|within|during) the (?:last|past) (?<count>${COUNT}) (?:years|yrs)`)
const OLD = quantity(COUNT, { after: AGE })

export function years(sentence: Sentence, { year }: Day): readonly Finding[] {
  const inLast = sentence
    .takeAll(IN_LAST)
    .map(({ words, groups }) => asking(words, 'yearBuiltRange', `min:${year - numberOf(groups.count ?? '')}`))
  const old = sentence.takeAll(OLD).map((match) => {
    const { min, max, said } = meaningOf(match)
    const built = { min: Math.max(OLDEST, year - max), max: year - min }
    const bounds = {
      min: Number.isFinite(max) ? built.min : -Infinity,
      max: Number.isFinite(min) ? built.max : Infinity,
    }
    return asking(
      match.words,
      'yearBuiltRange',
      written(bounds),
      said === 'bare' ? 'read as exactly that age.' : undefined,
    )
  })
  const said = WAYS.flatMap(([pattern, meaning]) =>
    sentence.takeAll(pattern).map(({ words, groups }) => asking(words, 'yearBuiltRange', written(meaning(groups)))),
  )
  return [...inLast, ...old, ...said]
}
