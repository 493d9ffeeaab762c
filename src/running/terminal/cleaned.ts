const ESCAPE = '\u001b'
/** Colors and weights that this program writes itself. They move no cursor and hide no text. */
const OWN_STYLES = `${ESCAPE}\\[(?:[012]|2[12]|3[1-6]|39)m`
/**
 * The program's own styles, and all other characters that control a terminal or reorder text. Line ends and tabs are
 * allowed.
 */
const OBEYED = new RegExp(`${OWN_STYLES}|(?![\\n\\t])[\\p{Cc}\\p{Cf}]`, 'gu')
const LINE = new RegExp(`^(\\r?)([^]*?)((?:${ESCAPE}\\[K)?)$`)

/**
 * Escapes characters that control a terminal, because names of files and columns may contain any character. The escapes
 * are those of JSON, so that a JSON document keeps its meaning.
 */
export function cleaned(text: string): string {
  return text.replace(OBEYED, (match) => (match.length > 1 && match.startsWith(ESCAPE) ? match : escaped(match)))
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => {
    return `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Cleans a progress line, which may also return to the start of the line and erase the rest of it. */
export function cleanedLine(text: string): string {
  const [, start = '', middle = '', end = ''] = LINE.exec(text) ?? []
  return `${start}${cleaned(middle)}${end}`
}
