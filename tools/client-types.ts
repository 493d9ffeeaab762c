/** Writes TypeScript types for OpenAPI schemas. Throws for an unknown keyword, so that none is ignored by mistake. */

type Constant = string | number | boolean | null

export interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | true
  readonly 'x-second-names'?: Readonly<Record<string, string>>
  readonly items?: Schema
  readonly enum?: readonly Constant[]
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Keywords that do not change a type. */
const PASSED_OVER = ['description', 'format', 'discriminator', 'maxItems', 'required', 'x-second-names', 'pattern']
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'maxLength', 'default']
const READ = ['type', 'properties', 'additionalProperties', 'items', 'enum', '$ref', 'anyOf', 'oneOf']
const SUPPORTED = new Set([...PASSED_OVER, ...LIMITS, ...READ])

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Interfaces with fewer members are not extended. Their members are repeated instead. */
const LEAST_INHERITED = 2

/** Writes components as named types. An interface extends others if it has all their members. */
export function declaredTypes(schemas: ReadonlyMap<string, Schema>): string {
  const members = new Map([...schemas].map(([name, schema]) => [name, membersOf(schema)]))
  const bases = [...members].filter(([, own]) => own.length >= LEAST_INHERITED)
  const largestFirst = bases.sort(([, a], [, b]) => b.length - a.length)
  return [...schemas].map(([name, schema]) => declared(name, schema, largestFirst)).join('\n')
}

type Members = readonly [name: string, members: readonly string[]]

function declared(name: string, schema: Schema, bases: readonly Members[]): string {
  const head = comment(schema.description)
  const own = membersOf(schema)
  if (own.length === 0) return `${head}export type ${name} = ${typeOf(schema)}\n`
  const left = new Set(own)
  const inherited = bases.flatMap(([base, members]) => {
    if (members.length >= own.length || !members.every((member) => left.has(member))) return []
    for (const member of members) left.delete(member)
    return [base]
  })
  return `${head}${interfaceOf(name, [...left], inherited)}`
}

export function interfaceOf(name: string, members: readonly string[], bases: readonly string[]): string {
  return `export interface ${name} ${bases.length > 0 ? `extends ${bases.join(', ')} ` : ''}{\n${members.join('\n')}\n}\n`
}

/** Writes the members of an interface; empty if the schema is not an object with keys. */
function membersOf(schema: Schema): readonly string[] {
  return isObject(schema) ? keysOf(schema) : []
}

export function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).filter((word) => !SUPPORTED.has(word))
  if (unknown.length > 0) throw new Error(`Cannot make a type of ${unknown.join(', ')} in ${JSON.stringify(schema)}`)
  const { $ref, enum: values, anyOf, oneOf } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (values !== undefined) return values.map(literal).join(' | ')
  const parts = anyOf ?? oneOf
  if (parts !== undefined) return parts.map(typeOf).join(' | ')
  if (isObject(schema)) return objectType(schema)
  if (schema.type === 'array') return arrayType(schema)
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return types.map((type) => typeOf({ ...schema, type })).join(' | ')
  return types.map((type) => PLAIN[type] ?? refuse(type))[0] ?? 'unknown'
}

function refuse(type: string): never {
  throw new Error(`Cannot make a type of the type ${type}`)
}

function isObject({ type, $ref, anyOf, oneOf }: Schema): boolean {
  return type === 'object' && $ref === undefined && anyOf === undefined && oneOf === undefined
}

function arrayType({ items = {} }: Schema): string {
  const item = typeOf(items)
  const isUnion = (items.anyOf ?? items.oneOf) !== undefined || (/ \| /.test(item) && !item.startsWith('{'))
  const isJoined = isUnion || item.startsWith('readonly ')
  return isJoined ? `readonly (${item})[]` : `readonly ${item}[]`
}

function objectType(schema: Schema): string {
  const { additionalProperties } = schema
  const members = keysOf(schema)
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  return typeof additionalProperties === 'object'
    ? `{ readonly [name: string]: ${typeOf(additionalProperties)} }`
    : 'Readonly<Record<string, never>>'
}

function keysOf({ properties = {}, required = [], 'x-second-names': secondNames = {} }: Schema): readonly string[] {
  const second = Object.entries(secondNames).map(([name, first]) => [name, properties[first] ?? {}] as const)
  return [...Object.entries(properties), ...second].map(([name, property]) => {
    const isThere = required.includes(secondNames[name] ?? name)
    return `${comment(property.description)}readonly ${key(name)}${isThere ? '' : '?'}: ${typeOf(property)}`
  })
}

export function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
}

export function literal(value: Constant): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
}

const COLUMNS = 110

export function comment(...sentences: readonly (string | undefined)[]): string {
  const lines = sentences.flatMap((text) => (text ? wrapped(text.replaceAll('*/', '* /')) : []))
  if (lines.length === 0) return ''
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= COLUMNS) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
