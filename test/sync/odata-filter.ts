/** A row of the test server. */
export type Row = Readonly<Record<string, unknown>>

type Test = (row: Row) => boolean

const TOKEN = /\s*('(?:[^']|'')*'|[()]|,|[^\s(),]+)/gy

/**
 * Parses the part of `$filter` that the test server understands: comparisons, `in`, `and`, `or` and parentheses. Throws
 * for anything else. Compares times as times, and other values as strings.
 */
export function filterOf(text: string): Test {
  const tokens = [...text.matchAll(TOKEN)].map(([, token = '']) => token)
  let at = 0
  const next = () => tokens[at++] ?? ''
  const expect = (wanted: string) => {
    if (next() !== wanted) throw new Error(`expected ${wanted} in ${text}`)
  }
  const anyOf = (): Test => {
    const parts = [allOf()]
    while (tokens[at] === 'or') {
      at++
      parts.push(allOf())
    }
    return (row) => parts.some((part) => part(row))
  }
  const allOf = (): Test => {
    const parts = [one()]
    while (tokens[at] === 'and') {
      at++
      parts.push(one())
    }
    return (row) => parts.every((part) => part(row))
  }
  const one = (): Test => {
    if (tokens[at] === '(') {
      at++
      const inner = anyOf()
      expect(')')
      return inner
    }
    const [field, operator] = [next(), next()]
    if (operator === 'in') {
      expect('(')
      const values = new Set([literalIn(next())])
      while (tokens[at] === ',') {
        at++
        values.add(literalIn(next()))
      }
      expect(')')
      return (row) => values.has(comparable(row[field]))
    }
    const [holds, value] = [HOLDS[operator], literalIn(next())]
    if (holds === undefined) throw new Error(`no operator ${operator} in ${text}`)
    return (row) => row[field] !== undefined && row[field] !== null && holds(comparable(row[field]), value)
  }
  const test = anyOf()
  if (at < tokens.length) throw new Error(`${tokens[at]} in ${text}`)
  return test
}

const HOLDS: Readonly<Record<string, (a: string | number, b: string | number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

function literalIn(token: string): string | number {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
  return comparable(/^-?\d+(\.\d+)?$/.test(token) ? Number(token) : token)
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

export function comparable(value: unknown): string | number {
  if (typeof value === 'number') return value
  const text = String(value)
  return MOMENT.test(text) ? Date.parse(text) : text
}
