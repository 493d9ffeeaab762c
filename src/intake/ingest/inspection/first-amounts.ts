import type { Guess, OptionValue } from './guess.ts'
import { HOME_SYNONYMS, isOfOthers, plainName, wordsIn, wordsOfName } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** The first amount of a text such as `$350,000 (was $400,000)`, but not of a range. */
const MONEY =
  '^[^\\d$]*\\$\\s?([\\d,.]*\\d[km]?)(?:\\s*(?:[^$\\d\\s,.–—-]|[–—-]\\s*[a-z])[^$]*)?(?:[^$\\d–—-]*(?:was|cut|est|save)[^$]*\\$[^$]*)?$'
const OF_MONEY = { thousands: ',', units: { k: 1000, m: 1_000_000 } } as const

/** Patterns of texts that begin with the value of a field. Texts that match `not` mean something else. */
const AMOUNTS: readonly (readonly [
  field: string,
  match: string,
  not: RegExp,
  options: Readonly<Record<string, OptionValue>>,
])[] = [
  ['BedroomsTotal', '^(\\d+)[\\s-]*(?:bd|br|bed)', /\d\s*[-–—]\s*\d/, {}],
  ['BathroomsTotalDecimal', '^(\\d+(?:\\.\\d+)?)\\s*(?:ba|bth)', /half|part|\d\s*[-–—]\s*\d/i, {}],
  ['LivingArea', '^([\\d,]*\\d)\\s*(?:sq|sf|ft)', /lot|acre|\d\s*[-–—]\s*\d/i, { thousands: ',' }],
  ['YearBuilt', '^(\\d{4})[-/]\\d', /^(?!1[6-9]|20)/, {}],
  ['ListPrice', MONEY, /sold/i, OF_MONEY],
]
const SHARE_MIN = 0.8

/** Reads values at the beginning of longer texts, in columns that are named after a field. */
export function withFirstAmounts(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  const used = new Set(guesses.flatMap(({ column, joined }) => joined ?? [column]))
  const isTaken = (field: string) => guesses.some((guess) => guess.field.replace('Close', 'List') === field)
  const found = AMOUNTS.flatMap(([field, match, not, options]) => {
    const { names = '', words } = HOME_SYNONYMS[field] ?? {}
    const column = columns.find(({ name, texts }) => {
      const isNamed = wordsIn(names).includes(plainName(name)) || words?.(wordsOfName(name))
      if (used.has(name) || !isNamed || isOfOthers(name) || texts.some((text) => not.test(text))) return false
      return texts.filter((text) => new RegExp(match, 'i').test(text)).length > texts.length * SHARE_MIN
    })
    if (column === undefined || isTaken(field)) return []
    const reason = `"${column.name}" begins with it, as in ${column.samples[0] ?? ''}`
    return [{ field, column: column.name, reason, options: { match: `(?i)${match}`, ...options } }]
  })
  return [...guesses, ...found]
}

/** Returns the first amount of money in a text. */
export function moneyIn(text: string): number | undefined {
  const [, amount, sign = ''] = /^([\d,.]*\d)([km]?)$/i.exec(new RegExp(MONEY, 'i').exec(text)?.[1] ?? '') ?? []
  const factor = sign === '' ? 1 : /k/i.test(sign) ? OF_MONEY.units.k : OF_MONEY.units.m
  return amount === undefined ? undefined : Number(amount.replaceAll(',', '')) * factor
}
