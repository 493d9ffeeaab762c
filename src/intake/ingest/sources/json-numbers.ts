const [QUOTE, BACKSLASH, PLUS, MINUS, POINT] = Array.from('"\\+-.', (sign) => sign.charCodeAt(0))
const [ZERO, NINE] = [0x30, 0x39]
/** The bit in which lower-case and upper-case letters differ. */
const SMALL = 0x20
const EXPONENT = 0x65

/**
 * Puts each number of a JSON text in quotes, so that it is parsed as it is written: a long id must not lose its last
 * digits. `JSON.parse` with a reviver does the same in five times the time.
 */
export function withNumbersAsTexts(json: string): string {
  let made = ''
  let from = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at + 1)
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at + 1)
      made += `${json.slice(from, at)}"${json.slice(at, end)}"`
      from = end
      at = end - 1
    }
  }
  return made + json.slice(from)
}

/** The quote that ends a string. It follows an even number of backslashes. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote
    while (before > from && json.charCodeAt(before - 1) === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
  }
  return json.length
}

function endOfNumber(json: string, from: number): number {
  let at = from
  for (let code = json.charCodeAt(at); isOfNumber(code); code = json.charCodeAt(at)) at++
  return at
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === POINT || (code | SMALL) === EXPONENT || code === PLUS || code === MINUS
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
