import { readFileSync } from 'node:fs'
import type { Random } from '../../test/engine/random.ts'
import { polygonText } from './polygons.ts'
import type { ParameterSpec } from './questions.ts'
import { searchStateUrl } from './search-state.ts'

/** A string, perhaps repeated several times. */
type Listed = string | { readonly text: string; readonly times: number }

const LISTS = JSON.parse(readFileSync(new URL('values.json', import.meta.url), 'utf8')) as Record<string, Listed[]>

/** Strings that have broken other programs, and strings that are almost valid values. */
const [LETTERS, NUMBERS, TEXTS, DAYS] = ['letters', 'numbers', 'texts', 'days'].map((name) =>
  (LISTS[name] ?? []).map((one) => (typeof one === 'string' ? one : one.text.repeat(one.times))),
) as [string[], string[], string[], string[]]

/** Makes a valid, almost valid or arbitrary value for a parameter. */
export function valueFor(spec: ParameterSpec, anything: readonly string[], random: Random): string {
  const kind = random.next()
  if (kind < 0.4) return goodValue(spec, random)
  if (kind < 0.6) return nearly(goodValue(spec, random), random)
  if (kind < 0.68) return random.pick(anything)
  if (kind < 0.76) return random.pick(NUMBERS)
  if (kind < 0.88) return random.pick(TEXTS)
  if (kind < 0.91) return thousands(goodValue(spec, random), random)
  if (kind < 0.94) return polygonText(random)
  if (kind < 0.97) return searchStateUrl(random)
  if (kind < 0.975) return random.pick(LETTERS).repeat(random.whole(1000, 12_000))
  return random.pick(DAYS)
}

function goodValue({ schema, example, name }: ParameterSpec, random: Random): string {
  const { type, minimum = -10, maximum = minimum + 1000 } = schema
  if (/polygon/i.test(name)) return polygonText(random)
  if (/^url$/i.test(name) && random.chance(0.5)) return searchStateUrl(random)
  if (schema.enum !== undefined && schema.enum.length > 0) return String(random.pick(schema.enum))
  if (type === 'boolean') return random.pick(['true', 'false', 'True', '1', 'yes'])
  if (type === 'integer') return String(random.pick([minimum, maximum, random.whole(minimum, maximum)]))
  if (type === 'number') return String(random.pick([minimum, maximum, random.between(minimum, maximum)]))
  if (/min:/.test(String(example))) return range(random)
  return String(example ?? '')
}

function range(random: Random): string {
  const [min, max] = [10 ** random.whole(0, 10), 10 ** random.whole(0, 10)]
  return random.pick([`min:${min}`, `max:${max}`, `min:${min},max:${max}`, `min:${max},max:${min}`, `${min}-${max}`])
}

/** Makes one to three small mistakes in a string. */
function nearly(text: string, random: Random): string {
  let characters = Array.from(text)
  for (let slips = random.whole(1, 3); slips > 0; slips--) {
    const at = random.whole(0, characters.length)
    const until = at + random.whole(0, 3)
    const [before, cut, after] = [characters.slice(0, at), characters.slice(at, until), characters.slice(until)]
    characters = random.pick([
      () => [...before, ...after],
      () => [...before, ...cut, ...cut, ...after],
      () => [...before, random.pick(LETTERS), ...after],
      () => [...before, ...cut.toReversed(), ...after],
      () => [...after, ...before],
      () => characters.map((one) => one.toUpperCase()),
    ])()
  }
  return characters.join('')
}

function thousands(text: string, random: Random): string {
  const item = text.slice(0, 40) + random.pick([',', ';', ', ', ' ', '|', ',,'])
  return item.repeat(random.whole(100, 5000)).slice(0, random.pick([2000, 20_000, 50_000])) + text
}
