import { agreementOf } from './agreement.ts'
import type { Guess, GuessContext } from './guess.ts'
import { isOfSite, wordsOfName } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** Fields that one text such as `3 bds, 2.5 ba, 1,500 sqft` or `Beds: 3 Baths: 2` can contain. */
const NUMBER = '(\\d+(?:\\.\\d+)?)'
const AREA = '(\\d[\\d,]*)'
const TOGETHER = [
  ['BedroomsTotal', '(\\d+)\\s*(?:bd|br|bed)', '(?:bd|bed)[a-z]*\\W*(\\d+)', '^(\\d+)'],
  ['BathroomsTotalDecimal', `${NUMBER}\\s*(?:full )?(?:ba|bth)`, `ba[a-z]*\\W*${NUMBER}`, `^\\d+\\D+${NUMBER}`],
  ['LivingArea', `${AREA}\\s*(?:sq|ft|sf)`, `(?:sq|area|size)\\D*${AREA}`, `^\\d+\\D+[\\d.]+\\D+${AREA}`],
] as const

/** Reads beds, baths and living area from one text if no column has beds. */
export function withRooms(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  const both = columns.find(({ name, texts }) => {
    const isNamed = /(^| )(beds?|bedrooms?|bd|br) (and )?(baths?|bathrooms?|ba)( |$)/.test(wordsOfName(name))
    return isNamed && texts.length > 0 && texts.every((text) => /^\d+\s?[/|,x&-]\s?\d+(\.\d)?$/.test(text))
  })
  const column = both ?? columns.find(({ looks }) => looks.rooms > 0.5)
  const beds = guesses.find(({ field }) => field === 'BedroomsTotal')
  if (column === undefined || (beds && beds.column !== column.name)) return guesses
  const reason = `"${column.name}" has several facts, such as ${column.samples[0] ?? ''}`
  const others = guesses.filter((guess) => guess.column !== column.name)
  const isBehind = column.texts.every((text) => /^\W*be?d/i.test(text))
  const parts = TOGETHER.flatMap(([field, front, behind, bare]) => {
    const match = both ? bare : isBehind ? behind : front
    const isHere = column.texts.some((text) => new RegExp(match, 'i').test(text))
    const options = { match: `(?i)${match}`, ...(field === 'LivingArea' && { thousands: ',' }) }
    return isHere && !others.some((guess) => guess.field === field)
      ? [{ field, column: column.name, reason, options }]
      : []
  })
  return [...others, ...parts]
}

/** Reads full and half baths from one column, and removes columns that repeat other columns. */
export function withParts(
  guesses: readonly Guess[],
  columns: readonly ColumnProfile[],
  context: Pick<GuessContext, 'pairsOf'>,
): readonly Guess[] {
  const has = (field: string) => guesses.some((guess) => guess.field === field)
  const profile = (guess: Guess) => columns.find(({ name }) => name === guess.column)
  // Beside `situs_num` and `situs_street`, a column `address` is another address, such as the owner's.
  const [line, ...own] = ['StreetAddress', 'StreetNumber', 'StreetName'].map((one) =>
    guesses.find(({ field }) => field === one),
  )
  const isElsewhere = line !== undefined && !isOfSite(line.column) && own.every((one) => one && isOfSite(one.column))
  const others = guesses.filter((guess) => guess !== line)
  if (isElsewhere) return withParts(others, columns, context)
  const [number] = own
  const isOnlyStreet = ({ column }: Guess, of: Guess) => {
    const { contradicting, rows } = agreementOf(context.pairsOf(of.column, column), (cell, street) => {
      const digits = /[1-9]\d*/.exec(cell)?.[0]
      return digits === undefined || street === '' ? undefined : street.includes(digits)
    })
    return contradicting > rows * 0.8
  }
  if (line && number && !has('StreetName') && isOnlyStreet(line, number)) {
    const named = guesses.map((guess) => (guess === line ? { ...guess, field: 'StreetName' } : guess))
    return withParts(named, columns, context)
  }
  const isLeftOut = (guess: Guess) => {
    const { field } = guess
    if (field === 'StreetNumber') return !has('StreetName') || has('StreetAddress')
    if (field === 'StreetName')
      return has('StreetAddress') || (!has('StreetNumber') && !/street_?name/i.test(guess.column))
    // RESO's total counts a half bath as one, so a total in whole numbers is not used.
    if (field === 'BathroomsTotalDecimal')
      return has('BathroomsFull') && has('BathroomsHalf') && profile(guess)?.numbers?.isWhole === true
    return false
  }
  const isFull = ({ field, column }: Guess) =>
    field === 'BathroomsTotalDecimal' && has('BathroomsHalf') && !has('BathroomsFull') && !/total/i.test(column)
  // A whole number of baths, next to a column of half baths, counts only full baths.
  const kept = guesses
    .filter((guess) => !isLeftOut(guess))
    .map((guess) => (isFull(guess) && profile(guess)?.numbers?.isWhole ? { ...guess, field: 'BathroomsFull' } : guess))
  if (has('BathroomsFull') || has('BathroomsHalf')) return kept
  const baths = kept.find(({ field }) => field === 'BathroomsTotalDecimal')
  const column =
    baths === undefined ? columns.find(({ name, looks }) => /bath/i.test(name) && looks.baths > 0.5) : profile(baths)
  const isInTenths =
    column?.values?.every(({ value }) => /^\d+(\.[0-3])?$/.test(value)) &&
    column.values.some(({ value }) => /\.[1-3]$/.test(value))
  if (column === undefined || (baths !== undefined && !isInTenths)) return kept
  const reason = `"${column.name}" has full and half baths, such as ${column.samples[0] ?? ''}`
  const half = isInTenths ? '^\\d+(?:\\.(\\d))?$' : '^\\d+[^\\d]*(\\d*)'
  return [
    ...kept.filter((guess) => guess !== baths),
    { field: 'BathroomsFull', column: column.name, reason, options: { match: '^(\\d+)' } },
    { field: 'BathroomsHalf', column: column.name, reason, options: { match: half } },
  ]
}
