const [QUOTE, BACKSLASH, PLUS, MINUS, POINT] = Array.from('"\\+-.', (sign) => sign.charCodeAt(0))
const [ZERO, NINE] = [0x30, 0x39]
/** The bit that differs between lower-case and upper-case letters. */
const SMALL = 0x20
const EXPONENT = 0x65

/**
 * Puts quotes around the numbers of a JSON text, so that long ids keep all digits. Five times faster than a reviver for
 * `JSON.parse`.
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

/** Returns the index of the closing quote: the first one after an even number of backslashes. */
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
