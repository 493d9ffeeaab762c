/** The words of an address, in lower case and without accents and punctuation. */
export interface Words {
  readonly words: readonly string[]
  /** Whether a comma or a new line stands before the word of the same index. */
  readonly breaks: readonly boolean[]
}

const FRACTIONS: Readonly<Record<string, string>> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }

/** `Martin Luther King, Jr. Blvd`: that comma parts nothing. */
const FOLLOWS_A_COMMA = new Set(['jr', 'sr'])

const WORD_OR_BREAK = /[,;|()\n\r]|[\p{L}\p{N}&#/-]+/gu

/**
 * Splits what somebody wrote. `#` becomes a word of its own, also where it is written as a hyphen before a number at
 * the end of a word (`Main St -4`); dots vanish from abbreviations (`N.E.` → `ne`). Takes time linear in the text.
 */
export function wordsOf(text: string): Words {
  const words: string[] = []
  const breaks: boolean[] = []
  let broken = false
  for (const [piece] of plainText(text).matchAll(WORD_OR_BREAK)) {
    if (/^[,;|()\n\r]/.test(piece)) {
      broken = true
      continue
    }
    for (const word of piece.match(/#|[^#]+/g) ?? []) {
      for (const part of withoutHyphensAround(word)) {
        words.push(part)
        breaks.push(broken && !FOLLOWS_A_COMMA.has(part))
        broken = false
      }
    }
  }
  return { words, breaks }
}

function plainText(text: string): string {
  return text
    .replace(/[½¼¾]/g, (sign) => FRACTIONS[sign] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\u2044/g, '/')
    .replace(/\.(?=\p{L}{2}|\p{N})/gu, ' ')
    .replace(/['’‘`´.]/g, '')
}

/** `-4` is unit 4; a hyphen that joins nothing is no word. */
function withoutHyphensAround(word: string): string[] {
  let [from, to] = [0, word.length]
  while (from < to && isJoiner(word[from])) from++
  while (to > from && isJoiner(word[to - 1])) to--
  if (from === to) return []
  const bare = word.slice(from, to)
  return from > 0 && word[0] === '-' && /^[0-9]/.test(bare) ? ['#', bare] : [bare]
}

function isJoiner(character: string | undefined): boolean {
  return character === '-' || character === '/'
}

/** `winston-salem` → `winston`, `salem`; what begins with a figure stays whole: `4-b`, `1/2`. */
export function partsOfName(word: string): string[] {
  const parts: string[] = []
  let rest = word
  while (rest !== '' && !/^[0-9]/.test(rest)) {
    const hyphen = rest.search(/[-/]/)
    if (hyphen < 0) break
    if (hyphen > 0) parts.push(rest.slice(0, hyphen))
    rest = rest.slice(hyphen + 1)
  }
  if (rest !== '') parts.push(rest)
  return parts
}
