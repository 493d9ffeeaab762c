/** How a source writes numbers. */
export interface NumberStyle {
  /** Whether numbers have a decimal comma: 3,5 instead of 3.5. */
  readonly decimalComma: boolean
  /** The separator of groups of three digits. */
  readonly thousands?: string | undefined
  /** Units that may stand before or after a number, with their factors. */
  readonly units?: ReadonlyMap<string, number> | undefined
}

/** The separators of thousands: their names in mappings, and the characters. */
export const THOUSANDS: Readonly<Record<string, string>> = {
  ',': ',',
  '.': '\\.',
  "'": "['’]",
  ' ': '[ \\u00a0\\u2009\\u202f]',
}

/** Returns a reader of numbers. The reader returns undefined for a text that is not a number. */
export function numberReader({ decimalComma, thousands, units }: NumberStyle): (text: string) => number | undefined {
  const plain = plainReader(decimalComma, thousands)
  return units === undefined ? plain : withUnits(plain, units)
}

/** Writes halves as decimals: `2½` and `2 1/2` become 2.5. */
export function withoutHalves(text: string): string {
  return text.replace(/(?<=\d) ?(?:½|(?<= )1\/2(?![\d/]))/, '.5')
}

const DECIMAL_POINT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const DECIMAL_COMMA = /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d{1,3})?$/i

/** Refuses `1,234` unless the mapping names the separator of thousands: it could also be a decimal comma. */
function plainReader(decimalComma: boolean, thousands: string | undefined): (text: string) => number | undefined {
  const pattern = decimalComma ? DECIMAL_COMMA : DECIMAL_POINT
  const sign = thousands === undefined ? undefined : THOUSANDS[thousands]
  const groups = sign === undefined ? undefined : new RegExp(`^[+-]?\\d{1,3}(${sign}\\d{3})+(?!\\d)`)
  const ungrouped = (text: string) => {
    if (!pattern.test(text)) return undefined
    const value = Number(decimalComma ? text.replace(',', '.') : text) + 0 // adding 0 turns -0 into 0, as the catalog does
    return Number.isFinite(value) ? value : undefined
  }
  if (groups === undefined) return (text) => ungrouped(withoutHalves(text))
  return (text) => ungrouped(withoutHalves(text).replace(groups, (grouped) => grouped.replace(/[^\d+-]/g, '')))
}

/** Allows one unit before the number and one after it. */
function withUnits(
  read: (text: string) => number | undefined,
  units: ReadonlyMap<string, number>,
): (text: string) => number | undefined {
  const signs = [...units].map(([sign, factor]) => ({ sign: sign.toLowerCase(), factor }))
  signs.sort((a, b) => b.sign.length - a.sign.length)
  return (text) => {
    const lower = text.toLowerCase()
    const front = signs.find(({ sign }) => lower.startsWith(sign))
    const rest = text.slice(front?.sign.length ?? 0).trim()
    const back = signs.find(({ sign }) => rest.toLowerCase().endsWith(sign))
    const value = read(back ? rest.slice(0, rest.length - back.sign.length).trim() : rest)
    if (value === undefined || (!front && !back)) return value
    // A double has 15 exact digits. More digits would show rounding errors.
    return Number((value * (front?.factor ?? 1) * (back?.factor ?? 1)).toPrecision(15))
  }
}

const WITH_UNIT = /^([\p{Sc}\p{L}]{0,4}?)\s*([+-]?[\d.,]*\d)\s*((?:[\p{Sc}\p{L}%²][\p{L}%².\s]{0,9})?)$/u

/** Suggests the option to add to the mapping so that the text becomes a number. Undefined if no option helps. */
export function numberHint({ decimalComma, thousands, units }: NumberStyle, text: string): string | undefined {
  const comma = decimalComma ? '.' : ','
  if (thousands === undefined && plainReader(decimalComma, comma)(text) !== undefined) {
    return `if "${comma}" separates thousands, add thousands: "${comma}"`
  }
  const [, front = '', number = '', back = ''] = WITH_UNIT.exec(text) ?? []
  const unit = front === '' ? back : front
  if (unit === '' || plainReader(decimalComma, comma)(number) === undefined || units?.has(unit)) return undefined
  return `if "${unit}" is the unit, add units: "${unit}"`
}

/**
 * Returns the digits of a code that a program wrote as a number: 98103.0 and 98,103 become 98103, and 1.00029e+005
 * becomes 100029. Other texts stay unchanged. Undefined if digits are lost, as in 4.3001E+11.
 */
export function digitsOf(text: string): string | undefined {
  const [, whole] = /^(\d+|\d{1,3}(?:,\d{3})+)\.0+$/.exec(text) ?? /^(\d\d?,\d{3})$/.exec(text) ?? []
  if (whole !== undefined) return whole.replaceAll(',', '')
  const [, first, decimals = '', exponent] = /^(\d)(?:\.(\d+))?e\+(\d{1,3})$/i.exec(text) ?? []
  if (first === undefined) return text
  const places = Number(exponent)
  if (decimals.length < places) return undefined
  return /^0*$/.test(decimals.slice(places)) ? first + decimals.slice(0, places) : text
}
