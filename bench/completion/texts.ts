import type { Random } from '../../src/kit/algorithms/random.ts'
import type { Home } from '../../src/model/home.ts'
import type { Region } from '../../src/model/region.ts'

/** A text that somebody types, and the address or place that they mean by it. */
export interface Typed {
  readonly kind: string
  readonly text: string
  readonly meant: Meant
}

export type Meant =
  | { readonly kind: 'address'; readonly street: string; readonly city: string; readonly isWhole: boolean }
  | { readonly kind: 'region'; readonly type: Region['type']; readonly name: string }

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

type Edit = (word: string, at: number, random: Random) => string

/** One slip of the fingers at a place of a word. */
const EDITS: Readonly<Record<string, Edit>> = {
  'a letter is missing': (word, at) => word.slice(0, at) + word.slice(at + 1),
  'a letter too many': (word, at, random) => word.slice(0, at) + anyLetter(random) + word.slice(at),
  'a wrong letter': (word, at, random) => word.slice(0, at) + anyLetter(random, word[at]) + word.slice(at + 1),
  'two letters are swapped': (word, at) => {
    const from = Math.min(at, word.length - 2)
    return word.slice(0, from) + word.charAt(from + 1) + word.charAt(from) + word.slice(from + 2)
  },
}

function anyLetter(random: Random, but = ''): string {
  for (;;) {
    const letter = LETTERS.charAt(random.below(LETTERS.length))
    if (letter !== but.toLowerCase()) return letter
  }
}

/** Texts that begin an address, exact and with one slip; none for an address without a number. */
export function textsOfHome({ address }: Home, random: Random): Typed[] {
  const { streetAddress, city, state, zipcode } = address
  const [, number = '', rest = ''] = /^(\d+) (.+)$/.exec(streetAddress) ?? []
  const street = rest.replace(/ (?:APT|Apt|Unit|UNIT|STE|Ste|#) ?\S+$/, '')
  if (number === '' || !/\p{L}{3}/u.test(street)) return []
  const numbered = `${number} ${street}`
  const meant = { kind: 'address', street: numbered, city, isWhole: false } as const
  const whole = { ...meant, isWhole: true }
  const inCity = `${numbered}, ${city}`
  const typed: Typed[] = [
    { kind: 'number, street', text: numbered, meant },
    { kind: 'number, street, city', text: inCity, meant: whole },
    { kind: 'number, street, city, state, ZIP', text: `${inCity}, ${state} ${zipcode}`, meant: whole },
    { kind: 'number, street cut short', text: numbered.slice(0, -Math.min(3, street.length - 3)), meant },
    { kind: 'street, number', text: `${street} ${number}`, meant },
    { kind: 'street, number, city', text: `${street} ${number}, ${city}`, meant: whole },
    { kind: 'street, city, number', text: `${street}, ${city} ${number}`, meant: whole },
    {
      kind: 'number, street, city, state, ZIP: a wrong digit in the ZIP',
      text: `${inCity}, ${state} ${wrongDigit(zipcode, random)}`,
      meant: whole,
    },
  ]
  for (const [name, edit] of Object.entries(EDITS)) {
    typed.push({ kind: `number, street: ${name}`, text: `${number} ${slipped(street, edit, random)}`, meant })
    const [head, tail] = random.chance(0.5)
      ? [slipped(street, edit, random), city]
      : [street, slipped(city, edit, random)]
    typed.push({ kind: `number, street, city: ${name}`, text: `${number} ${head}, ${tail}`, meant: whole })
    const short = street.slice(0, Math.max(4, Math.ceil(street.length / 2)))
    typed.push({ kind: `number, street cut short: ${name}`, text: `${number} ${slipped(short, edit, random)}`, meant })
    typed.push({ kind: `street, number: ${name}`, text: `${slipped(street, edit, random)} ${number}`, meant })
  }
  return typed
}

/** Texts that begin the name of a place, exact and with one slip. */
export function textsOfRegion({ type, name, state }: Region, random: Random): Typed[] {
  const meant: Meant = { kind: 'region', type, name }
  if (type === 'zipcode') return [{ kind: 'ZIP', text: name, meant }]
  if (type !== 'city' && type !== 'neighborhood') return []
  if (!/\p{L}{4}/u.test(name)) return []
  const short = name.slice(0, Math.max(4, Math.ceil(name.length * 0.7)))
  const typed: Typed[] = [
    { kind: type, text: name, meant },
    { kind: `${type}, cut short`, text: short, meant },
  ]
  if (type === 'city') typed.push({ kind: 'city, state', text: `${name}, ${state}`, meant })
  for (const [slip, edit] of Object.entries(EDITS)) {
    typed.push({ kind: `${type}: ${slip}`, text: slipped(name, edit, random), meant })
    typed.push({ kind: `${type}, cut short: ${slip}`, text: slipped(short, edit, random), meant })
    if (type === 'city')
      typed.push({ kind: `city, state: ${slip}`, text: `${slipped(name, edit, random)}, ${state}`, meant })
  }
  return typed
}

/** One slip in a word of at least two letters, the first letter included. */
function slipped(text: string, edit: Edit, random: Random): string {
  const words = Array.from(text.matchAll(/\p{L}{2,}/gu))
  const word = words[random.below(words.length)]
  if (word === undefined) return text
  const changed = edit(word[0], random.below(word[0].length), random)
  return text.slice(0, word.index) + changed + text.slice(word.index + word[0].length)
}

function wrongDigit(number: string, random: Random): string {
  const at = random.below(number.length)
  const digit = (Number(number[at]) + random.whole(1, 9)) % 10
  return number.slice(0, at) + digit + number.slice(at + 1)
}
