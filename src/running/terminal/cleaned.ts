const ESCAPE = '\u001b'
/** Escape sequences that this program writes: colors and weights. They neither move the cursor nor hide text. */
const OWN_STYLES = `${ESCAPE}\\[(?:[012]|2[12]|3[1-6]|39)m`
/**
 * Matches the program's own styles, and all characters that control a terminal or reorder text. Line ends and tabs do
 * not match.
 */
const OBEYED = new RegExp(`${OWN_STYLES}|(?![\\n\\t])[\\p{Cc}\\p{Cf}]`, 'gu')
const LINE = new RegExp(`^(\\r?)([^]*?)((?:${ESCAPE}\\[K)?)$`)

/**
 * Escapes control characters, because file and column names may contain any character. Uses JSON escapes, so that JSON
 * output stays valid.
 */
export function cleaned(text: string): string {
  return text.replace(OBEYED, (match) => (match.length > 1 && match.startsWith(ESCAPE) ? match : escaped(match)))
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => {
    return `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Cleans a progress line. It may also contain a carriage return and the sequence that erases the rest of a line. */
export function cleanedLine(text: string): string {
  const [, start = '', middle = '', end = ''] = LINE.exec(text) ?? []
  return `${start}${cleaned(middle)}${end}`
}
