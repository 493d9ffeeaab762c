/** A text says exactly so many, at least or at most. */
export interface Ends {
  readonly exact?: unknown
  readonly min?: number
  readonly max?: number
}

/** Names of arguments for money. */
const MONEY = /price|payment|hoa|dues|tax|insurance/

/** The units that may stand behind a number, by the name of its argument. */
const UNITS: readonly (readonly [name: RegExp, unit: RegExp])[] = [
  [/bed/, /bed(?:room)?s?|bdrms?|brs?|bds?/],
  [/bath/, /bath(?:room)?s?|ba/],
  [/sqft/, /sq\.? ?ft\.?|square f(?:ee|oo)t|sf|ft2|ft²/],
  [/percent|rate/, /%|percent|per cent/],
  [/years/, /years?|yrs?/],
  [MONEY, /(?:\/ ?|per |a )mo(?:nth)?|monthly/],
  [/^(?:area|plot)/, /m|m2|m²|sqm|sq\.? ?m|square met(?:er|re)s?/],
  [/miles/, /miles?|mi/],
  [/hours/, /hours?|hrs?|h/],
  [/^rooms/, /rooms?/],
  [/parking/, /spots?|spaces?|cars?/],
  [/limit/, /rows?|results?|homes?|sales?/],
  [/adults|children|infants/, /adults?|child(?:ren)?|infants?|guests?|people/],
]

const AMOUNT = /^(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+) ?(k|thousand|m|mm|mil|million)?$/
const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mm: 1e6, mil: 1e6, million: 1e6 }
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const SQFT_OF_ACRE = 43_560

const LEAST =
  /^(?:(?:at least|min(?:imum)?(?: of)?:?|from|>=|≥) ?(.+)|(.+?) ?(?:\+|plus|or more|and up|or greater|or above))$/
const MOST = /^(?:(?:at most|up to|max(?:imum)?(?: of)?:?|no more than|<=|≤) ?(.+)|(.+?) ?(?:or less|or fewer))$/
const UNDER = /^(?:under|below|less than|<) ?(.+)$/
const OVER = /^(?:over|above|more than|>) ?(.+)$/
const BOTH = /^(?:between )?(.+?) ?(?:-|–|—|\bto\b|\band\b|\.\.) ?(.+)$/

/** Reads a text as an argument of this name; `currency` are the words for the money of the tool. */
export function endsIn(text: string, name: string, currency: RegExp): Ends | undefined {
  const amount = (part: string | undefined) => (part === undefined ? undefined : amountIn(part, name, currency))
  const words = withoutUnit(
    text
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .replace('−', '-')
      .trim(),
    name,
  )
  const exact = amount(words.replace(/^(?:exactly|=) ?/, ''))
  if (exact !== undefined) return { exact }
  const one = (pattern: RegExp) =>
    pattern
      .exec(words)
      ?.slice(1)
      .map(amount)
      .find((each) => each !== undefined)
  const isPrice = MONEY.test(name) // a price under 500,000 may as well be just that, three bedrooms may not
  const min = one(LEAST) ?? (isPrice ? one(OVER) : undefined)
  if (min !== undefined) return { min }
  const max = one(MOST) ?? (isPrice ? one(UNDER) : undefined)
  if (max !== undefined) return { max }
  const [, low, high = ''] = BOTH.exec(words) ?? []
  const [from, to] = [amount(low), amount(high)]
  // in 300-500k the first number may be one of thousands, too
  if (from === undefined || to === undefined || from > to || (/[a-z]$/.test(high) && !/[a-z]$/.test(low ?? '')))
    return undefined
  return { min: from, max: to }
}

function amountIn(text: string, name: string, currency: RegExp): number | undefined {
  const isMoney = MONEY.test(name)
  const acres = name.startsWith('lot') ? /^(.+?) ?acres?$/.exec(text)?.[1] : undefined
  const plain = acres ?? withoutUnit(text, name)
  const bare = isMoney ? plain.replace(new RegExp(`^(?:${currency.source}) ?| ?(?:${currency.source})$`), '') : plain
  if (name.startsWith('bedrooms') && bare === 'studio') return 0
  if (NUMBERS.includes(bare)) return NUMBERS.indexOf(bare)
  const [, digits, scale = ''] = AMOUNT.exec(bare) ?? []
  if (digits === undefined || (scale.startsWith('m') && !isMoney)) return undefined
  const number = Number(digits.replaceAll(',', '')) * (SCALES[scale] ?? 1) * (acres === undefined ? 1 : SQFT_OF_ACRE)
  return Math.round(number * 1e6) / 1e6 // 1.15 million is no whole number of binary digits
}

function withoutUnit(text: string, name: string): string {
  return UNITS.filter(([names]) => names.test(name)).reduce(
    (bare, [, unit]) => bare.replace(new RegExp(`(?<=\\d|[a-z] |[km+])[ -]?(?:${unit.source})$`), '').trim(),
    text,
  )
}
