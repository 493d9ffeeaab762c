import { DAYS_MAX } from './days.ts'
import type { Reader } from './kinds.ts'
import { type Translated, textOfKind } from './translation.ts'

/** Operations take texts in any case, with blanks, hyphens and underscores alike. */
function spellingOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

export function isSame(given: string, text: string): boolean {
  return spellingOf(given) === spellingOf(text)
}

/** The text of a list that a given one spells. */
export function spelled(given: string, texts: readonly string[]): string | undefined {
  return texts.find((text) => isSame(given, text))
}

/** The items of a list, without the empty ones. */
function itemsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

export function as(name: string): Reader {
  return (value, into) => {
    into[name] = value
    return true
  }
}

/** The numbers that an argument of a tool may be. */
interface Numbers {
  readonly least?: number
  readonly most?: number
  readonly isWhole?: boolean
}

function fits(number: number, { least = Number.NEGATIVE_INFINITY, most = 1e9, isWhole = false }: Numbers): boolean {
  return number >= least && number <= most && (!isWhole || Number.isInteger(number))
}

export function numberAs(name: string, numbers: Numbers = {}): Reader {
  return (value, into) => {
    const number = Number(value)
    if (value.trim() === '' || !fits(number, numbers)) return false
    into[name] = number
    return true
  }
}

/** Some of the operation's own words, which the tool takes as they are declared. */
export function textsAs(name: string, texts: readonly string[]): Reader {
  return (value, into) => {
    const spellings = itemsOf(value).map((each) => spelled(each, texts))
    if (spellings.length === 0 || spellings.includes(undefined)) return false
    into[name] = [...new Set(spellings)]
    return true
  }
}

/** A word by which a parameter asks for nothing. */
export function orNone(none: string, reader: Reader): Reader {
  return (value, into, kind) => isSame(value, none) || reader(value, into, kind)
}

/** `30`, `30d`, `30_days`; months have no whole number of days. */
export function daysAs(name: string): Reader {
  return orNone('Any', (value, into, kind) => {
    const days = /^(\d+)(?:[\s_-]?d(?:ays?)?)?$/i.exec(value)?.[1]
    return numberAs(name, { least: 0, most: DAYS_MAX, isWhole: true })(days ?? '', into, kind)
  })
}

/** A day as tools take it. */
export function dayAs(name: string): Reader {
  return (value, into, kind) => /^\d{4}-\d{2}-\d{2}$/.test(value) && as(name)(value, into, kind)
}

/** A flag that is a word of `must_have`; a false one asks for nothing. */
export function mustHave(word: string): Reader {
  return (value, into) => {
    if (/^(false|0|no)$/i.test(value)) return true
    if (!/^(true|1|yes)$/i.test(value)) return false
    into.must_have = [...new Set([...((into.must_have ?? []) as readonly string[]), word])] // only words are put there
    return true
  }
}

const RANGE_END = /^(min|max)\s*[:=]\s*(\d+(?:\.\d+)?)$/i

/** `min:1, max:2`; other spellings of a range are not guessed. */
export function rangeAs(name: string, numbers: Numbers = {}): Reader {
  return (value, into) => {
    const ends = itemsOf(value).map((each) => RANGE_END.exec(each))
    const bounds = ends.flatMap((end) =>
      end === null ? [] : [[(end[1] ?? '').toLowerCase(), Number(end[2])] as const],
    )
    const isRead = bounds.length === ends.length && new Set(bounds.map(([end]) => end)).size === ends.length
    if (!isRead || ends.length === 0 || !bounds.every(([, number]) => fits(number, numbers))) return false
    for (const [end, number] of bounds) into[`${name}_${end}`] = number
    return true
  }
}

/** A list of the operation's values by the tool's words for them. */
function wordsAs(name: string, spellings: Readonly<Record<string, string>>): Reader {
  return (value, into) => {
    const given = itemsOf(value)
    const words = Object.keys(spellings).filter((word) =>
      itemsOf(spellings[word] ?? '').every((each) => spelled(each, given) !== undefined),
    )
    const covered = words.flatMap((word) => itemsOf(spellings[word] ?? ''))
    if (words.length === 0 || given.some((each) => spelled(each, covered) === undefined)) return false
    const before = (into[name] ?? []) as readonly string[] // only lists of words are put there
    into[name] = [...new Set([...before, ...words])]
    return true
  }
}

/** Likewise, where the value that a word stands for depends on the kind. */
export function choicesAs(
  name: string,
  words: Readonly<Record<string, string | readonly string[]>>,
  translated: Translated,
): Reader {
  return (value, into, kind) => {
    const spellings = Object.entries(words).flatMap(([word, texts]) => {
      const text = textOfKind(translated, texts, kind)
      return text === undefined ? [] : [[word, text] as const]
    })
    return wordsAs(name, Object.fromEntries(spellings))(value, into, kind)
  }
}

export function wordAs(name: string, spellings: Readonly<Record<string, string>>): Reader {
  return (value, into) => {
    const word = Object.keys(spellings).find((each) => isSame(value, spellings[each] ?? ''))
    if (word !== undefined) into[name] = word
    return word !== undefined
  }
}
