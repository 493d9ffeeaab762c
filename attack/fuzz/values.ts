import type { Random } from '../../test/engine/random.ts'
import { polygonText } from './polygons.ts'
import type { ParameterSpec } from './questions.ts'
import { searchStateUrl } from './search-state.ts'

/** What stands in for a parameter's value: good, nearly good, or nothing of the kind. */
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

/** One to three small slips in a text. */
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

const LETTERS = [
  ...'aZ0 ,;:"\'\\/%&=+#?<>{}[]()|*^$.-_~@!`'.split(''),
  '\u0000',
  '\u0001',
  '\b',
  '\t',
  '\n',
  '\r',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\uffff',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'ı',
  'ſ',
  'K',
  'ﬃ',
  'ż',
  '١',
  'Ⅷ',
  '中',
  '\u{1f3e0}',
  '\u{10ffff}',
  '\u{1d7d8}',
  '\u{1f1fa}\u{1f1f8}',
  '👩‍👩‍👧',
]

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '00',
  '+1',
  '1.',
  '.5',
  '-.5',
  '1.5',
  '0.1',
  '1e0',
  '1e2',
  '1E400',
  '1e-400',
  '5e-324',
  '2147483647',
  '2147483648',
  '-2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '1e308',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '9'.repeat(16),
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '1 000',
  '١',
  '½',
  '²',
  '1n',
  '--1',
  '1-',
  '89.9999999999',
  '90',
  '-90',
  '90.0000001',
  '180',
  '-180',
  '180.0001',
  '500',
  '500.0001',
  '1e-7',
]

const TEXTS = [
  '',
  ' ',
  '	',
  '+',
  ',',
  ';',
  ',,,,',
  ';;;;',
  '"',
  '""',
  '"""',
  "'",
  '*',
  '.',
  '..',
  '-',
  '--',
  '#',
  '&',
  '=',
  'null',
  'undefined',
  'true',
  'None',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '{}',
  '[]',
  '[[[',
  '{"a":',
  '[object Object]',
  '#{7*7}',
  '{{7*7}}',
  '%s%n',
  '%00',
  '%',
  '%%',
  '%25',
  '\\u0000',
  '\\',
  "' OR 1=1 --",
  '"; DROP TABLE home; --',
  'a* NEAR b',
  'a" AND "b',
  '(a OR',
  'NOT',
  'a^b',
  'home:*',
  '.*+?^$',
  '(a+)+$',
  '../../../etc/passwd',
  'file:///etc/passwd',
  '<script>alert(1)</script>',
  '\r\nx-injected: 1\r\n\r\n',
  'http://[',
  'http://[::1]:99999/',
  'https://portal.example',
  'https://portal.example/',
  'javascript:alert(1)',
  'https://portal.example/homedetails/1_zpid/',
  'https://portal.example/homedetails/x/_zpid/',
  '//portal.example//',
  'https://portal.example/homes/',
  'https://portal.example/homes/1_rid/',
  'https://portal.example/%zz/',
  '?',
  '/',
  'Austin, TX',
  'TX',
  '78703',
  '78703-1234',
  'United States',
  'NY NY',
  'St Saint St',
  'Springfield',
  ', ,TX',
  '1 # 2',
  '1204 N Lamar Blvd Apt 5',
  '1/2 1/2 1/2',
  'one two three',
  '1 1 1 1 1 1',
  'Ł'.repeat(100),
  `e${'́'.repeat(200)}`,
  'n s e w '.repeat(60),
  '1 # 2 apt 3 unit '.repeat(25),
  '"of the" "in the" "and the"',
  '"a" '.repeat(50),
  'the '.repeat(50),
  'min:',
  'max:',
  'min:,max:',
  'min:1,min:1',
  'min:1;max:2',
  'MIN:1,MAX:2',
  'min:-1',
  'min:1,max:',
  'zip:',
  'zip:1,2',
  '3+ beds under $500k in Austin near schools not condos',
  'between 1 and 2 and 3',
  'under over under 1m 2k',
  '$$$$',
  '(',
  '('.repeat(2e3),
  '['.repeat(5e3),
  '{"a":'.repeat(3e3),
  'bearer ',
  'p1m1',
  'X1-ZU',
  '0'.repeat(500),
]

const DAYS = [
  '2026-11-22',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '2026-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-2026-01-01',
  '+002026-01-01',
  '2026-1-1',
  '20261122',
  '2026-11-22T00:00:00Z',
  '11/22/2026',
  '1970-01-01',
  '1969-12-31',
  '275760-09-13',
  'today',
  'tomorrow',
  '2026-11-22,2026-11-20',
  '2026-W47-7',
]
