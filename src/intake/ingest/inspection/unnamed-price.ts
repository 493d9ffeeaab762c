import type { FieldTable } from '../../../model/field.ts'
import { fitOf, type Guess, type GuessContext } from './guess.ts'
import { HOME_SYNONYMS, isOfOthers, wordsOfName } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** Headers of amounts that are not prices. */
const NO_PRICE =
  /(^| )(tax\w*|assess\w*|hoa|fees?|dues|deposits?|mortgages?|payments?|per|psf|sq|sqft|sf|income|utilit\w*|insurance|est\w*|zestimate|loan|lien|debt|balance|owed?|bid|permit|project|construction|repairs?|improvement|land|change|diff\w*|min\w*|max\w*|avg|average|old|orig\w*)( |$)/

/** Finds the price of a table whose headers name none: monthly amounts, or amounts beside the rooms of homes. */
export function withPrice(
  guesses: readonly Guess[],
  columns: readonly ColumnProfile[],
  { fields, ...context }: GuessContext & { readonly fields: FieldTable },
): readonly Guess[] {
  const has = (...names: string[]) => guesses.some((guess) => names.includes(guess.field))
  const field = fields.ListPrice
  if (field === undefined || has('ListPrice', 'ClosePrice', 'OriginalListPrice')) return guesses
  const used = new Set(guesses.flatMap(({ column, joined }) => joined ?? [column]))
  const isPrice = ({ name, max = 0, most }: ColumnProfile) =>
    has('BedroomsTotal', 'BathroomsTotalDecimal') &&
    (most?.[0] ?? max) >= 300 &&
    /(^| )(price|prc|cost|asking|rent|rental|offer|amount)( |$)/.test(wordsOfName(name))
  for (const column of columns) {
    const { name } = column
    if (used.has(name) || isOfOthers(name) || NO_PRICE.test(wordsOfName(name))) continue
    if (!isMonthly(column) && !isPrice(column)) continue
    const synonyms = HOME_SYNONYMS.ListPrice ?? { names: '' }
    const fit = fitOf(column, { name: 'ListPrice', field, synonyms, measures: [], ...context })
    if (fit !== undefined) return [...guesses, { field: 'ListPrice', column: name, ...fit, doubtful: true }]
  }
  return guesses
}

function isMonthly({ texts }: ColumnProfile): boolean {
  const monthly = texts.filter((text) => /\$\s?\d[\d,.]*[k+\s]*(\/ ?mo|(per|a) month|monthly)/i.test(text))
  return monthly.length > texts.length / 4
}
