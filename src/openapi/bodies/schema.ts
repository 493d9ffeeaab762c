/** The notation in which the bodies of answers are declared: JSON Schema 2020-12, as far as they need it, as plain data. */

export type Keywords = Readonly<Record<string, unknown>>
export type Schema = Keywords | Component
/** What stands under a key of an object. */
export type Property = Schema | Optional

/** A schema that several bodies use, or that deserves a name: documents and clients have it once. */
export class Component {
  readonly name: string
  readonly schema: Keywords
  /** What it is where it stands, beside what it says of itself. */
  readonly description: string | undefined

  constructor(name: string, schema: Keywords, description?: string) {
    this.name = name
    this.schema = schema
    this.description = description
  }

  as(description: string): Component {
    return new Component(this.name, this.schema, description)
  }
}

export function component(name: string, schema: Keywords): Component {
  return new Component(name, schema)
}

/** A key that may be absent; where it is there, it is never null unless its schema says so. */
export class Optional {
  readonly schema: Schema

  constructor(schema: Schema) {
    this.schema = schema
  }
}

export function optional(schema: Schema): Optional {
  return new Optional(schema)
}

/** An object with these keys, all of which are always there but for the optional ones. */
export function object(fields: Readonly<Record<string, Property>>, description?: string): Keywords {
  const keys = Object.keys(fields)
  const properties = keys.map((key) => [key, fields[key] instanceof Optional ? fields[key].schema : fields[key]])
  return {
    type: 'object',
    ...said(description),
    required: keys.filter((key) => !(fields[key] instanceof Optional)),
    properties: Object.fromEntries(properties),
  }
}

/** The same under several keys. */
export function each<P extends Property>(property: P, ...keys: readonly string[]): Readonly<Record<string, P>> {
  return Object.fromEntries(keys.map((key) => [key, property]))
}

/** An object whose keys are data. */
export function mapOf(values: Schema, description?: string): Keywords {
  return { type: 'object', ...said(description), additionalProperties: values }
}

export function listOf(items: Schema, description?: string): Keywords {
  return { type: 'array', ...said(description), items }
}

export function text(description?: string): Keywords {
  return { type: 'string', ...said(description) }
}

export function number(description?: string): Keywords {
  return { type: 'number', ...said(description) }
}

export function whole(description?: string): Keywords {
  return { type: 'integer', ...said(description) }
}

/** A whole number that 32 bits may be too few for: ids reach up to 2^53. */
export function large(description?: string): Keywords {
  return { type: 'integer', format: 'int64', ...said(description) }
}

/** A moment in milliseconds since 1970. */
export function timeMs(description?: string): Keywords {
  return large([description, 'Milliseconds since 1970.'].filter(Boolean).join(' '))
}

export function flag(description?: string): Keywords {
  return { type: 'boolean', ...said(description) }
}

/** `YYYY-MM-DD` */
export function day(description?: string): Keywords {
  return { type: 'string', format: 'date', ...said(description) }
}

/** A moment as RFC 3339 writes it. */
export function instant(description?: string): Keywords {
  return { type: 'string', format: 'date-time', ...said(description) }
}

/** One of these texts. */
export function oneOf(values: readonly string[], description?: string): Keywords {
  return { type: 'string', enum: values, ...said(description) }
}

/** Always the same. */
export function always(value: string | number | boolean, description?: string): Keywords {
  const type = typeof value === 'number' ? 'integer' : typeof value
  return { type, const: value, ...said(description) }
}

/** Any JSON value. */
export function anything(description: string): Keywords {
  return { description }
}

/** A schema or null, which stands for what is not known unless the description says otherwise. */
export function nullable(schema: Schema, description?: string): Keywords {
  if (schema instanceof Component) return { anyOf: [schema, { type: 'null' }], ...said(description) }
  const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as readonly unknown[]), null] } : {}
  return { ...schema, ...said(description), type: [schema.type, 'null'], ...values }
}

/** One of several objects, told apart by the text that each has under the key. */
export function toldApart(key: string, kinds: Readonly<Record<string, Component>>): Keywords {
  const mapping = Object.entries(kinds).map(([value, { name }]) => [value, referenceTo(name)])
  return { oneOf: Object.values(kinds), discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } }
}

/** Where a document has the component of a name. */
export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}

/** An object of one of several kinds. */
export function either(...kinds: readonly Schema[]): Keywords {
  return { anyOf: kinds }
}

function said(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description }
}
