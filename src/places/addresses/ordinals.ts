const UNITS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ')
const TEENS =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** `first` → 1 to `nineteenth` → 19, `twentieth` → 20 to `ninetieth` → 90. */
const ORDINAL_VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...TENS.map((word, index): [string, number] => [word.replace(/y$/, 'ieth'), index * 10 + 20]),
])
const TENS_VALUES: ReadonlyMap<string, number> = new Map(TENS.map((word, index) => [word, index * 10 + 20]))

/** Maps ordinals of one word to digits: `first` → `1st`, `nineteenth` → `19th`, `thirtieth` → `30th`. */
export const ORDINAL_OF: ReadonlyMap<string, string> = new Map(
  Array.from(ORDINAL_VALUES, ([word, value]) => [word, ordinal(value)]),
)

/** 1 → `1st`, 112 → `112th`. */
export function ordinal(value: number): string {
  const [tens, units] = [value % 100, value % 10]
  if (tens >= 11 && tens <= 13) return `${value}th`
  return `${value}${['th', 'st', 'nd', 'rd'][units] ?? 'th'}`
}

/** Joins two words: `twenty` and `first` → `21st`. Undefined if the two words do not form an ordinal. */
export function joinedOrdinal(first: string, second: string): string | undefined {
  const tens = TENS_VALUES.get(first)
  if (tens === undefined) return undefined
  const units = ORDINAL_VALUES.get(second)
  return units === undefined || units > 9 ? undefined : ordinal(tens + units)
}
