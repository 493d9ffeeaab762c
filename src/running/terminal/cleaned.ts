const ESCAPE = '\u001b'
/** Colors and weights that this program writes itself. They move no cursor and hide no text. */
const OWN_STYLES = `${ESCAPE}\\[(?:[012]|2[12]|3[1-6]|39)m`
/** Everything else that a terminal obeys or that reorders text; line ends and tabs are wanted. */
const OBEYED = new RegExp(`${OWN_STYLES}|(?![\\n\\t])[\\p{Cc}\\p{Cf}]`, 'gu')
const LINE = new RegExp(`^(\\r?)([^]*?)((?:${ESCAPE}\\[K)?)$`)

/**
 * Makes visible what a terminal would obey: names of files and columns may hold anything. The notation is that of JSON,
 * so that a document stays the same document.
 */
export function cleaned(text: string): string {
  return text.replace(OBEYED, (found) => (found.length > 1 && found.startsWith(ESCAPE) ? found : escaped(found)))
}

function escaped(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => {
    return `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}

/** A progress line: it may return to the start of its line, and erase what is left of the line before. */
export function cleanedLine(text: string): string {
  const [, start = '', middle = '', end = ''] = LINE.exec(text) ?? []
  return `${start}${cleaned(middle)}${end}`
}
