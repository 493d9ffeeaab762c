import { type Html, html } from '../html.ts'
import type { AnswerSchema } from './described.ts'
import { said } from './said.ts'

type Schemas = Readonly<Record<string, AnswerSchema>>

/** A schema without references: the referenced schemas are in their places. */
export interface ResolvedSchema {
  /** The type in words, such as `list of text or null`. */
  readonly kind: string
  readonly description: string
  readonly fields: readonly Field[]
}

export interface Field extends ResolvedSchema {
  readonly name: string
  readonly isOptional: boolean
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'day',
  'date-time': 'time',
  uri: 'URL',
  'uri-reference': 'URL',
}

const MAX_DEPTH = 12

/**
 * Replaces the references in a schema. A component inside itself is only named, because expanding it would never end.
 */
export function resolved(schema: AnswerSchema, schemas: Schemas, within: readonly string[] = []): ResolvedSchema {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const target = schemas[name]
    if (target === undefined || within.includes(name) || within.length > MAX_DEPTH) {
      return { kind: name, description: schema.description ?? '', fields: [] }
    }
    const inner = resolved(target, schemas, [...within, name])
    return { ...inner, description: schema.description ?? inner.description }
  }
  const { description = '' } = schema
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined)
    return ofChoices(
      choices.map((one) => resolved(one, schemas, within)),
      description,
    )
  if (schema.items !== undefined) {
    const item = resolved(schema.items, schemas, within)
    return {
      kind: withNull(`list of ${item.kind}`, schema),
      description: description || item.description,
      fields: item.fields,
    }
  }
  return { kind: kindOf(schema), description, fields: fieldsOf(schema, schemas, within) }
}

/**
 * Describes a choice between schemas. If only one of them has fields, returns its fields. Otherwise each schema becomes
 * a field.
 */
function ofChoices(choices: readonly ResolvedSchema[], description: string): ResolvedSchema {
  const kind = choices.map((one) => one.kind).join(' or ')
  const withFields = choices.filter(({ fields }) => fields.length > 0)
  const [only] = withFields
  if (withFields.length <= 1)
    return { kind, description: description || (only?.description ?? ''), fields: only?.fields ?? [] }
  const fields = withFields.map((one, index) => ({ ...one, name: `either ${index + 1}`, isOptional: false }))
  return { kind: `one of ${withFields.length} kinds`, description, fields }
}

function fieldsOf(
  { properties = {}, required = [], additionalProperties }: AnswerSchema,
  schemas: Schemas,
  within: readonly string[],
): readonly Field[] {
  const named = Object.entries(properties).map(([name, one]) => ({
    ...resolved(one, schemas, within),
    name,
    isOptional: !required.includes(name),
  }))
  if (typeof additionalProperties !== 'object') return named
  return [...named, { ...resolved(additionalProperties, schemas, within), name: 'any other key', isOptional: true }]
}

function kindOf(schema: AnswerSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const format = schema.format === undefined ? undefined : FORMATS[schema.format]
  return (
    types.map((type) => (type === 'string' ? (format ?? 'text') : (KINDS[type] ?? type))).join(' or ') || 'anything'
  )
}

function withNull(kind: string, { type }: AnswerSchema): string {
  return typeof type === 'object' && type.includes('null') ? `${kind} or null` : kind
}

/** Writes the fields of an answer as a foldable tree. */
export function fieldList(schema: AnswerSchema, schemas: Schemas): Html {
  return list(resolved(schema, schemas).fields)
}

function list(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(row)}</ul>`
}

function row({ name, kind, description, isOptional, fields }: Field): Html {
  const head = html`<code>${name}</code> <span class="kind">${said(kind)}${isOptional ? ', may be absent' : ''}</span>${
    description === '' ? '' : html` <span class="soft">${said(description)}</span>`
  }`
  return fields.length === 0
    ? html`<li>${head}</li>`
    : html`<li><details><summary>${head}</summary>${list(fields)}</details></li>`
}
