import { isUtf8 } from 'node:buffer'
import { ELEMENT_MARK } from './source.ts'

const UNTIDY = /&[#\w]+;|<\/?[a-z]|[\u00a0\u00c2\u00c3\u00e2\u200b-\u200d\u202f\ufeff]|^\s*\[/i
/** Whether a cell may have something to tidy. */
export function isUntidy(cell: string): boolean {
  return UNTIDY.test(cell)
}

const TAG = /<\/?(?:a|b|br|div|em|font|h\d|i|img|li|p|small|span|strong|sup|td|tr|u|ul)(?:\s[^<>]*)?\/?>/gi
/** A list with one number, or with texts in quotes, as JSON and Python write it. */
const LIST = /^\s*\[\s*(?:(-?[\d.]+)\s*|((?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*)\s*)?\]\s*$/

/**
 * Returns a cell as its publisher meant it: without the tags and entities of web pages, without characters that were
 * decoded twice, and with the items of a list separated.
 */
export function tidied(cell: string): string {
  const [isList, number = '', texts] = LIST.exec(cell) ?? []
  if (texts !== undefined) {
    const items = [...texts.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, other]) => repaired(one ?? other ?? ''))
    return items.length > 1 ? items.join(ELEMENT_MARK) : (items[0] ?? '')
  }
  if (isList !== undefined) return number
  return decoded(cell.replaceAll(TAG, ' ')).split(ELEMENT_MARK).map(repaired).join(ELEMENT_MARK)
}

/** All signs of Windows-1252, in the order of their bytes. */
const SIGNS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
/** Maximum number of wrong decodings to undo. */
const TIMES_MAX = 6

/** Restores UTF-8 that was read as Windows-1252, perhaps several times: `Ã±` becomes `ñ`. */
function repaired(text: string): string {
  let left = text
  for (let times = 0; times < TIMES_MAX && /[\u00c2-\u00f4][^ -~]/.test(left); times++) {
    const bytes = Array.from(left, (sign) => (SIGNS.includes(sign) ? SIGNS.indexOf(sign) : sign.charCodeAt(0)))
    const written = Buffer.from(bytes)
    if (bytes.some((byte) => byte > 255) || !isUtf8(written)) break
    left = written.toString()
  }
  return left.replaceAll(/[\u200b-\u200d\ufeff]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')
}

const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    frac12: '½',
    sup2: '²',
  }),
)

/** Replaces the entities of web pages. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d*));?/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code).toWellFormed()
    return ENTITIES.get(String(name)) ?? whole
  })
}
