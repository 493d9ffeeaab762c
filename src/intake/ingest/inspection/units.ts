import type { FieldTable } from '../../../model/field.ts'
import { unitBeside } from './column-facts.ts'
import { type Guess, type GuessContext, unitsOf } from './guess.ts'
import type { ColumnProfile } from './profile.ts'

/** Merges a number column with the column of its units: `Lot size` and `Lot size unit`. */
export function withUnits(
  guesses: readonly Guess[],
  columns: readonly ColumnProfile[],
  { fields }: GuessContext & { readonly fields: FieldTable },
): readonly Guess[] {
  const taken = new Set(guesses.map(({ column }) => column))
  return guesses.map((guess) => {
    // Square feet are exact, whatever the unit of the row.
    const isLot = guess.field === 'LotSizeAcres' && !guesses.some((one) => one.field === 'LotSizeSquareFeet')
    const filled = isLot ? 'LotSizeSquareFeet' : guess.field
    const field = fields[filled]
    const beside = unitBeside(
      guess.column,
      columns.filter((column) => !taken.has(column.name)),
    )
    if (field?.unit === undefined || beside === undefined) return guess
    const words = beside.values?.map(({ value }) => value.toLowerCase()) ?? []
    const own = Array.isArray(guess.options.units) ? (guess.options.units as readonly string[]) : []
    const units = unitsOf([...own, ...words], filled, field)
    if (units === undefined) return guess
    const reason = `"${beside.name}" gives the unit of "${guess.column}"`
    const joined = [guess.column, beside.name]
    const digits = field.unit === 'acres' ? {} : { digits: 0 }
    return { ...guess, field: filled, reason, joined, options: { ...guess.options, units, ...digits } }
  })
}

/** Matches a lot in acres, below 100. Larger numbers are square feet. */
const IN_ACRES = '^\\d{0,2}(\\.\\d+)?$'

/** Reads a column that has some lots in acres and others in square feet, and names no unit. */
export function withMixedLots(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  return guesses.flatMap((guess) => {
    const [numbers, other] = columns.find(({ name }) => name === guess.column)?.numbers?.signed ?? []
    const isMixed =
      /^LotSize(Acres|SquareFeet)$/.test(guess.field) &&
      !guess.joined &&
      !/acre|\bac\b|sq/i.test(guess.column) &&
      other === undefined &&
      [numbers?.share(0.01, 20), numbers?.share(500, Number.POSITIVE_INFINITY)].every((share = 0) => share > 0.05)
    if (!isMixed || guesses.some(({ field }) => field.startsWith('LotSize') && field !== guess.field)) return [guess]
    const reason = `"${guess.column}" has lots in acres and in square feet`
    const column = { reason, column: guess.column, doubtful: true } as const
    const { emptyWhen: _, units: __, ...options } = guess.options
    return [
      { ...column, field: 'LotSizeAcres', options: { ...options, when: { [guess.column]: { match: IN_ACRES } } } },
      {
        ...column,
        field: 'LotSizeSquareFeet',
        options: { ...options, when: { [guess.column]: { match: '^\\d?[\\d,]{3,}' } } },
      },
    ]
  })
}
