import { type Fields, isFields } from './json.ts'

/**
 * Characters that people do not see but models read: control characters, direction marks, zero-width characters, tags,
 * fillers, and variation selectors without effect.
 */
const UNSEEN =
  /[[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]--[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]|(?<![\p{Extended_Pictographic}\p{Unified_Ideograph}0-9#*])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gv

const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g

/** Removes invisible characters, and converts all line breaks to `\n`. */
export function cleanText(text: string): string {
  if (!/[^ -~\n]/.test(text)) return text
  return text
    .toWellFormed()
    .replace(BREAKS, '\n')
    .replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}

/** Cleans all strings and keys of an answer. Most strings come from third parties. */
export function cleaned(answer: Fields): Fields {
  return cleanValue(answer) as Fields // `cleanValue` returns an object for an object
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanText(name), cleanValue(each)]))
}
