/** How a source writes numbers. */
export interface NumberStyle {
  /** 3,5 instead of 3.5. */
  readonly decimalComma: boolean
  /** The sign between groups of three digits. */
  readonly thousands?: string | undefined
  /** Signs that may stand in front of a number or behind it, and the factor that each means. */
  readonly units?: ReadonlyMap<string, number> | undefined
}

/** Signs between thousands, as mappings write them, and the characters that each stands for. */
export const THOUSANDS: Readonly<Record<string, string>> = {
  ',': ',',
  '.': '\\.',
  "'": "['’]",
  ' ': '[ \\u00a0\\u2009\\u202f]',
}

/** Reads numbers; undefined when a text is none. */
export function numberReader({ decimalComma, thousands, units }: NumberStyle): (text: string) => number | undefined {
  const plain = plainReader(decimalComma, thousands)
  return units === undefined ? plain : withUnits(plain, units)
}

const DECIMAL_POINT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const DECIMAL_COMMA = /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d{1,3})?$/i

/** Without a sign for thousands, they are refused: `1,234` may be a thousand or a fraction, and only the source knows. */
function plainReader(decimalComma: boolean, thousands: string | undefined): (text: string) => number | undefined {
  const pattern = decimalComma ? DECIMAL_COMMA : DECIMAL_POINT
  const sign = thousands === undefined ? undefined : THOUSANDS[thousands]
  const groups = sign === undefined ? undefined : new RegExp(`^[+-]?\\d{1,3}(${sign}\\d{3})+(?!\\d)`)
  const ungrouped = (text: string) => {
    if (!pattern.test(text)) return undefined
    const value = Number(decimalComma ? text.replace(',', '.') : text) + 0 // turns -0 into 0, as the catalogue does
    return Number.isFinite(value) ? value : undefined
  }
  if (groups === undefined) return ungrouped
  return (text) => ungrouped(text.replace(groups, (grouped) => grouped.replace(/[^\d+-]/g, '')))
}

/** Takes one sign in front and one behind. */
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
    // fifteen digits are what a number holds: the rest is noise of the multiplication
    return Number((value * (front?.factor ?? 1) * (back?.factor ?? 1)).toPrecision(15))
  }
}

const WITH_UNIT = /^([\p{Sc}\p{L}]{0,4}?)\s*([+-]?[\d.,]*\d)\s*((?:[\p{Sc}\p{L}%²][\p{L}%².\s]{0,9})?)$/u

/** What is accepted, with a hint when the text is a number but for its thousands or its unit. */
export function numberWanted(example: string, { decimalComma, thousands, units }: NumberStyle, text: string): string {
  const comma = decimalComma ? '.' : ','
  const wanted = `accepted is ${example}`
  if (thousands === undefined && plainReader(decimalComma, comma)(text) !== undefined) {
    return `${wanted}; if "${comma}" separates thousands, add thousands: "${comma}".`
  }
  const [, front = '', number = '', back = ''] = WITH_UNIT.exec(text) ?? []
  const unit = front === '' ? back : front
  if (unit === '' || plainReader(decimalComma, comma)(number) === undefined || units?.has(unit)) return `${wanted}.`
  return `${wanted}; if "${unit}" is its unit, add units: "${unit}".`
}
