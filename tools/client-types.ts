/** Writes TypeScript for the schemas of OpenAPI documents. It stops at an unknown keyword, so ignores none. */

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
  readonly const?: Constant
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Keywords that change no type. */
const PASSED_OVER = ['description', 'format', 'discriminator', 'maxItems', 'required', 'x-second-names', 'pattern']
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'maxLength', 'default']
const READ = ['type', 'properties', 'additionalProperties', 'items', 'enum', 'const', '$ref', 'anyOf', 'oneOf']
const SUPPORTED = new Set([...PASSED_OVER, ...LIMITS, ...READ])

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Writes a component as a type of its own. */
export function declared(name: string, schema: Schema): string {
  return isObject(schema)
    ? `${comment(schema.description)}export interface ${name} ${typeOf(schema)}\n`
    : `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`
}

export function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).filter((word) => !SUPPORTED.has(word))
  if (unknown.length > 0) throw new Error(`No type is made of ${unknown.join(', ')} in ${JSON.stringify(schema)}`)
  const { $ref, const: constant, enum: values, anyOf, oneOf } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (constant !== undefined) return literal(constant)
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
  throw new Error(`No type is made of the type ${type}`)
}

function isObject({ type, $ref, anyOf, oneOf }: Schema): boolean {
  return type === 'object' && $ref === undefined && anyOf === undefined && oneOf === undefined
}

function arrayType({ items = {} }: Schema): string {
  const item = typeOf(items)
  return / \| /.test(item) && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`
}

function objectType({ properties = {}, required = [], additionalProperties, ...schema }: Schema): string {
  const second = Object.entries(schema['x-second-names'] ?? {}).map(([name, first]) => [name, properties[first] ?? {}])
  const keys = [...Object.entries(properties), ...(second as [string, Schema][])] // pairs, as those before them
  if (keys.length === 0 && typeof additionalProperties === 'object')
    return `{ readonly [name: string]: ${typeOf(additionalProperties)} }`
  if (keys.length === 0) return 'Readonly<Record<string, never>>'
  const lines = keys.map(([name, property]) => {
    const isThere = required.includes(schema['x-second-names']?.[name] ?? name)
    return `${comment(property.description)}readonly ${key(name)}${isThere ? '' : '?'}: ${typeOf(property)}`
  })
  return `{\n${lines.join('\n')}\n}`
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
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= COLUMNS) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
