import fc from 'fast-check'

const SURROGATES_FROM = 0xd800
const SURROGATES = 0x800
const CODE_POINTS = 0x110000

const LETTER = fc
  .nat({ max: CODE_POINTS - SURROGATES - 1 })
  .map((nth) => String.fromCodePoint(nth < SURROGATES_FROM ? nth : nth + SURROGATES))

/** Names of properties that every JavaScript object has. */
const NAMES = fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty')

/**
 * Any text of whole code points. fast-check's unit `binary` makes the same texts, but lists all code points first,
 * which takes one second and 200 MB.
 */
export function anyText(constraints: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.oneof(
    { weight: 19, arbitrary: fc.string({ ...constraints, unit: LETTER }) },
    { weight: 1, arbitrary: NAMES },
  )
}

const PART = anyText({ maxLength: 10 }).map(encodeURIComponent)

/** Any web address. fast-check's own generator lists all code points first. */
export const anyUrl = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.domain(),
    path: fc.array(PART, { maxLength: 4 }),
    query: fc.option(PART),
    fragment: fc.option(PART),
  })
  .map(({ scheme, host, path, query, fragment }) => {
    const behind = [query === null ? '' : `?${query}`, fragment === null ? '' : `#${fragment}`]
    return `${scheme}://${host}${path.map((part) => `/${part}`).join('')}${behind.join('')}`
  })
