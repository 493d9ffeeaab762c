import { clip, quote } from '../../kit/base/sentence.ts'
import { accepted, fits, fixesFor, isTaken, nearFixes, shown } from './accepted.ts'
import type { Ends } from './amounts.ts'
import type { ArgumentSchema, InputSchema, ObjectSchema, Properties } from './arguments.ts'
import { Given } from './arguments.ts'
import type { Understood } from './constraints.ts'
import { type Fields, isFields } from './json.ts'
import { type About, fieldsIn, meaningOf, plain, wordOf } from './mend.ts'
import { argumentNamed, endOf, nearName, partOfPlace, placeParts, rangeNamed, stemOf, wordsOf } from './names.ts'
import { Problems } from './problems.ts'
import { setting } from './refusal.ts'

/** The arguments of a call, and how those were read that were not written as the tool declares them. */
export interface Read {
  readonly given: Given
  readonly applied: Understood['applied']
  readonly ambiguous: Understood['ambiguous']
}

type Mended = Understood['applied'][number]
type Remark = Understood['ambiguous'][number]

/** The state of reading: what was read of one object, and what of the whole call is to be told. */
interface Reading {
  readonly inside: string
  readonly schema: Pick<InputSchema | ObjectSchema, 'properties' | 'required'>
  readonly values: Record<string, unknown>
  readonly about: Omit<About, 'name'>
  readonly mended: Mended[]
  readonly doubts: Remark[]
  readonly problems: Problems
}

/**
 * Reads the arguments of a tool: what has one meaning is taken and told, what has none or several is refused with whole
 * calls that may be made instead.
 */
export function read(schema: InputSchema, sent: unknown, today: string): Read {
  const mended: Mended[] = []
  const doubts: Remark[] = []
  const problems = new Problems()
  const given = unwrapped(schema, sent, mended)
  if (given === undefined) problems.add(() => 'Cannot read the arguments: accepted is an object.')
  const about = { today, currency: currencyOf(schema.properties) }
  const values = readFields({ inside: '', schema, values: {}, about, mended, doubts, problems }, given ?? {})
  problems.refuse(values)
  return { given: new Given(values), applied: mended, ambiguous: doubts }
}

/** Arguments may come as text, or inside an object of their own, whatever its name is. */
function unwrapped({ properties }: InputSchema, sent: unknown, mended: Mended[]): Fields | undefined {
  const given = sent === undefined || sent === null ? {} : fieldsIn(sent)
  const [only, ...more] = Object.entries(given ?? {})
  if (given === undefined || only === undefined || more.length > 0) return given
  const [name, value] = only
  const inner = fieldsIn(value)
  const isWrapper = WRAPPERS.has(name.toLowerCase())
  if (inner === undefined) return isWrapper ? undefined : given
  const isOwn = Object.keys(inner).some((each) => argumentNamed(each, Object.keys(properties)) !== undefined)
  if (Object.hasOwn(properties, name) || !(isOwn || isWrapper || Object.keys(inner).length === 0)) return given
  mended.push({ argument: clip(name), words: `read what is inside ${quote(name)}`, value: '' })
  return inner
}

const WRAPPERS = new Set(['arguments', 'args', 'input', 'params', 'parameters', 'kwargs'])

/** Tools that tell of money say of which: it is dollars, if nothing else is said. */
function currencyOf(properties: Properties): RegExp {
  const texts = Object.values(properties)
    .map(({ description }) => description)
    .join(' ')
  if (/\bPLN\b/.test(texts)) return /pln|zł|zl|złotych/
  return /currency of/.test(texts) ? /(?!)/ : /us ?\$|\$|usd|us dollars|dollars?/
}

function readFields(reading: Reading, given: Fields): Record<string, unknown> {
  const { schema, values, inside, problems } = reading
  for (const [name, value] of Object.entries(withPlace(reading, given))) {
    if (problems.isFull && !Object.hasOwn(schema.properties, name)) problems.add(() => '')
    else if (value !== null && value !== undefined) readOne(reading, name, value)
  }
  for (const name of schema.required) {
    const property = schema.properties[name]
    if (values[name] !== undefined || property === undefined || problems.isAbout(`${inside}${name}`)) continue
    const words = property.type === 'string' && property.enum ? ` Accepted are ${property.enum.join(', ')}.` : ''
    problems.add(
      () => `${inside}${name} is missing: ${property.description}${words}`,
      () => fixesFor(name, property),
    )
  }
  return values
}

/** A city and a state beside each other are one place. */
function withPlace({ schema, mended, inside }: Reading, given: Fields): Fields {
  const names = Object.keys(schema.properties)
  const isPart = (name: string) => !names.includes(name) && typeof given[name] !== 'boolean'
  const parts = placeParts(Object.keys(given).filter(isPart)).filter((name) => plain(given[name]).trim() !== '')
  if (!names.includes('place') || 'place' in given || parts.length === 0) return given
  const place = parts.map((name) => partOfPlace(name, plain(given[name]))).join(', ')
  mended.push({ argument: `${inside}place`, words: `${parts.join(', ')} read as place ${quote(place)}`, value: place })
  const others = Object.entries(given).filter(([name]) => !parts.includes(name))
  return { ...Object.fromEntries(others), place }
}

/** Reads one argument, whatever it is called and wherever it belongs. */
function readOne(reading: Reading, name: string, value: unknown): void {
  const names = Object.keys(reading.schema.properties)
  const [own, stem] = [argumentNamed(name, names), rangeNamed(name, names)]
  if (own !== undefined) readNamed(reading, name, own, value)
  else if (stem !== undefined) readRange(reading, name, stem, value)
  else if (!readInside(reading, name, value) && !readWord(reading, name, value)) addUnknown(reading, name, value)
}

function schemaOf({ schema }: Reading, name: string): ArgumentSchema {
  const property = schema.properties[name]
  if (property === undefined) throw new Error(`there is no argument ${name}`)
  return property
}

function readNamed(reading: Reading, name: string, own: string, value: unknown): void {
  const property = schemaOf(reading, own)
  const ends = isEmpty(property, own, value) ? undefined : meaningOf(property, value, { ...reading.about, name: own })
  const exact = ends?.exact
  if (isEmpty(property, own, value)) leaveOut(reading, name, property, value)
  else if (property.type === 'object') readObject(reading, name, own, property, value)
  else if (exact !== undefined && fits(property, exact)) set(reading, own, exact, name, value)
  else if (isNoMinimum(property, own, exact)) leaveOut(reading, name, property, value)
  else if (!setEnds(reading, own, ends, name, value)) addUnreadable(reading, own, property, value, ends)
}

/** Three or more is for the argument of the least: false where there is none, or where the name says the other end. */
function setEnds(reading: Reading, own: string, ends: Ends | undefined, name: string, sent: unknown): boolean {
  const stem = stemOf(own)
  const placed = [[`${stem}_min`, ends?.min] as const, [`${stem}_max`, ends?.max] as const].filter(
    ([, value]) => value !== undefined,
  )
  const isOpposite = endOf(own) !== undefined && !placed.some(([each]) => each === own)
  const { properties } = reading.schema
  if (placed.length === 0 || isOpposite || !placed.every(([each, value]) => isTaken(properties, each, value)))
    return false
  for (const [each, value] of placed) set(reading, each, value, name, sent)
  return true
}

/** A range without an end that is named has one meaning where the value says which. */
function readRange(reading: Reading, name: string, stem: string, value: unknown): void {
  const { problems, inside, schema } = reading
  const named = ['min', 'max'].map((end) => `${stem}_${end}`).filter((each) => Object.hasOwn(schema.properties, each))
  const [first = stem] = named
  const property = schemaOf(reading, first)
  const ends = meaningOf(property, value, { ...reading.about, name: first })
  if (isEmpty(property, stem, value)) leaveOut(reading, name, property, value)
  else if (!setEnds(reading, stem, ends, name, value)) {
    const meant = named.map((each) => `${each} (${endOf(each) === 'min' ? 'at least' : 'at most'})`).join(' or ')
    problems.add(
      () => `Cannot use ${inside}${name} ${shown(value)}: accepted is ${meant}.`,
      () =>
        named
          .filter((each) => isTaken(schema.properties, each, ends?.exact))
          .map((each) => setting({ [each]: ends?.exact })),
    )
  }
}

function readObject(reading: Reading, name: string, own: string, property: ArgumentSchema, sent: unknown): void {
  const value = fieldsIn(sent)
  const { inside, values, mended, problems, schema } = reading
  const path = `${inside}${own}`
  if (isFields(value)) {
    if (name !== own) mended.push({ argument: path, words: `${clip(name)} read as ${own}`, value: '' })
    else if (typeof sent === 'string') mended.push({ argument: path, words: `${path} read from its text`, value: '' })
    if ('properties' in property) readFields(readingInside(reading, own, property), value)
    else values[own] = { ...readingInside(reading, own, schema).values, ...value }
  } else
    problems.add(
      () => `Cannot use ${path} ${shown(sent)}: accepted is an object.`,
      () => (schema.required.includes(own) ? fixesFor(own, property) : []),
      path,
    )
}

/** Reading what belongs into an object, beside what was put there before. */
function readingInside(reading: Reading, own: string, schema: Reading['schema']): Reading {
  const values = (reading.values[own] ?? {}) as Record<string, unknown> // only objects are put there
  reading.values[own] = values
  return { ...reading, inside: `${reading.inside}${own}.`, schema, values, problems: reading.problems.inside(own) }
}

/** `latitude` beside `near` belongs into it, and the arguments of a search into `homes`. */
function readInside(reading: Reading, name: string, value: unknown): boolean {
  const { properties } = reading.schema
  for (const [own, property] of Object.entries(properties)) {
    if (property.type !== 'object') continue
    const path = `${reading.inside}${own}`
    if ('properties' in property) {
      const inner = argumentNamed(name, Object.keys(property.properties))
      if (inner === undefined) continue
      reading.mended.push({ argument: path, words: `${name} read as ${own}.${inner}`, value: '' })
      readNamed(readingInside(reading, own, property), inner, inner, value)
      return true
    }
    if (nearName(name, Object.keys(properties)) !== undefined) continue
    reading.mended.push({ argument: path, words: `${name} read as ${own}.${clip(name)}`, value: '' })
    Object.defineProperty(readingInside(reading, own, reading.schema).values, name, { value, ...SHOWN }) // `__proto__`, too
    return true
  }
  return false
}

const SHOWN = { enumerable: true, writable: true, configurable: true } as const

/** `pool: true` is a word of `must_have`. */
function readWord(reading: Reading, name: string, value: unknown): boolean {
  const lists = Object.entries(reading.schema.properties).flatMap(([own, { type, ...rest }]) =>
    type === 'array' && 'items' in rest && rest.items.type === 'string'
      ? [[own, wordOf(rest.items.enum, name) ?? wordOf(rest.items.enum, wordsOf(clip(name)))] as const]
      : [],
  )
  const [[own, word] = [], ...more] = lists.filter(([, each]) => each !== undefined)
  if (
    own === undefined ||
    word === undefined ||
    more.length > 0 ||
    meaningOf(FLAG, value, { ...reading.about, name })?.exact !== true
  )
    return false
  const before = (reading.values[own] ?? []) as readonly string[] // only lists of words are put there
  reading.values[own] = [...new Set([...before, word])]
  reading.mended.push({
    argument: `${reading.inside}${own}`,
    words: `${name} ${shown(value)} read as ${own} ${quote(word)}`,
    value: word,
  })
  return true
}

const FLAG = { type: 'boolean', description: '' } as const

/** Keeps a value, and tells of it where it was sent otherwise: under another name, or written in another way. */
function set(reading: Reading, own: string, value: unknown, name: string, sent: unknown): void {
  const { values, mended, problems, inside } = reading
  const before = values[own]
  const isList = Array.isArray(before) && Array.isArray(value)
  if (before !== undefined && !isList && JSON.stringify(before) !== JSON.stringify(value)) {
    problems.add(
      () => `${inside}${own} is given twice, as ${said(before)} and as ${said(value)}: accepted is one of them.`,
      () => [setting({ [own]: before }), setting({ [own]: value })],
    )
    return
  }
  values[own] = isList ? [...new Set([...before, ...value])] : value
  const isAsSent = JSON.stringify(typeof sent === 'string' ? sent.trim() : sent) === JSON.stringify(value)
  if (name === own && isAsSent) return
  const as = name === own ? said(value) : `${inside}${own} ${said(value)}`
  mended.push({
    argument: `${inside}${own}`,
    words: `${inside}${clip(name)} ${said(sent)} read as ${as}`,
    value: said(value),
  })
}

/** A value that was read, and so is not deep. */
function said(value: unknown): string {
  return clip(JSON.stringify(value) ?? '')
}

const NOTHING = new Set(['', 'null', 'none', 'any', 'undefined', 'n/a', 'nil'])

/** No dues and no money down are values: whether none is asked for, or nothing, the caller has to say. */
const NONE_IS_ZERO = new Set(['hoa_max', 'hoa', 'down_payment'])

function isEmpty(property: ArgumentSchema, name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && !(property.type === 'array' && property.minItems === 0)
  if (isFields(value)) return Object.keys(value).length === 0
  if (typeof value !== 'string') return false
  const text = value.trim().toLowerCase()
  if (property.type === 'string' && property.enum && wordOf(property.enum, text) !== undefined) return false
  return (
    (NOTHING.has(text) || (text === 'all' && property.type === 'array')) && !(text === 'none' && NONE_IS_ZERO.has(name))
  )
}

function leaveOut(reading: Reading, name: string, property: ArgumentSchema, value: unknown): void {
  const isWord =
    property.type === 'string' && !property.enum && property.format === undefined && plain(value).trim() !== ''
  if (isWord && typeof value === 'string')
    reading.doubts.push({
      words: `${reading.inside}${name} ${quote(value)}`,
      why: 'it was left out: it seems to stand for nothing.',
    })
  else
    reading.mended.push({
      argument: `${reading.inside}${name}`,
      words: `${reading.inside}${name} ${shown(value)} left out`,
      value: '',
    })
}

/** A least number of 0 asks for nothing where arguments begin at 1. */
function isNoMinimum(property: ArgumentSchema, name: string, exact: unknown): boolean {
  return exact === 0 && endOf(name) === 'min' && 'minimum' in property && property.minimum > 0
}

function addUnknown({ schema, problems, inside, about, values }: Reading, name: string, value: unknown): void {
  const near = () => nearName(name, Object.keys(schema.properties))
  problems.add(
    () => {
      const hint =
        near() === undefined
          ? `accepted are ${Object.keys(schema.properties).join(', ') || 'none'}.`
          : `did you mean ${near()}?`
      return `Unknown argument ${quote(name)}: ${hint}`
    },
    () => {
      const meant = near()
      const property = meant === undefined ? undefined : schema.properties[meant]
      if (meant === undefined || property === undefined || values[meant] !== undefined) return []
      const exact = meaningOf(property, value, { ...about, name: meant })?.exact
      return exact !== undefined && fits(property, exact) ? [setting({ [meant]: exact })] : []
    },
    `${inside}${name}`,
  )
}

function addUnreadable(
  reading: Reading,
  own: string,
  property: ArgumentSchema,
  value: unknown,
  ends: Ends | undefined,
): void {
  const { problems, inside, schema, about } = reading
  const isRequired = schema.required.includes(own)
  const fixes = () => {
    const near = nearFixes(schema.properties, own, property, value, ends, about.today)
    return near.length > 0 ? near : isRequired ? fixesFor(own, property) : []
  }
  problems.add(
    () => `Cannot use ${inside}${own} ${shown(value)}: accepted is ${accepted(property)}.`,
    fixes,
    `${inside}${own}`,
  )
}
