type Json = Readonly<Record<string, unknown>>

const COMPONENTS = '#/components/schemas/'

/** Names of the referenced components. `orNull`: components in references that also allow null. */
export interface Named {
  readonly plainly: Set<string>
  readonly orNull: Set<string>
}

/**
 * Converts a schema from JSON Schema 2020-12 to OpenAPI 3.0. There, a reference cannot also allow null. A nullable
 * reference therefore points to a nullable copy of the component, `…OrNull`.
 */
export function schema30(schema: Json, named: Named): Json {
  const converted: Record<string, unknown> = {}
  for (const keyword in schema) convertKeyword(keyword, schema[keyword], converted, named)
  const { $ref, ...beside } = converted
  return $ref === undefined || Object.keys(beside).length === 0 ? converted : { ...beside, allOf: [{ $ref }] } // OpenAPI 3.0 ignores other keys beside `$ref`
}

function convertKeyword(keyword: string, value: unknown, converted: Record<string, unknown>, named: Named): void {
  const schemas = (kinds: unknown) => (kinds as readonly Json[]).map((kind) => schema30(kind, named))
  if (keyword === 'properties') converted.properties = propertiesOf(value as Json, named)
  else if (keyword === 'items') converted.items = schema30(value as Json, named)
  else if (keyword === 'additionalProperties') {
    converted.additionalProperties = typeof value === 'object' ? schema30(value as Json, named) : value
  } else if (keyword === 'required') {
    if ((value as readonly string[]).length > 0) converted.required = value // OpenAPI 3.0 does not allow an empty list
  } else if (keyword === 'exclusiveMinimum') Object.assign(converted, { minimum: value, exclusiveMinimum: true })
  else if (keyword === 'type') Object.assign(converted, typed(value))
  else if (keyword === 'oneOf') converted.oneOf = schemas(value)
  else if (keyword === 'anyOf') {
    const kinds = value as readonly Json[]
    if (kinds.some(isNull)) Object.assign(converted, orNull(kinds, named))
    else converted.anyOf = schemas(kinds)
  } else {
    if (keyword === '$ref') named.plainly.add(String(value).slice(COMPONENTS.length))
    converted[keyword] = value
  }
}

function propertiesOf(properties: Json, named: Named): Json {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, schema30(schema as Json, named)]))
}

/** Converts a list of types to one schema per type. If the list contains `null`, all of them are nullable. */
function typed(type: unknown): Json {
  if (!Array.isArray(type)) return { type }
  const others = type.filter((one) => one !== 'null')
  const flag = others.length < type.length ? { nullable: true } : {}
  return others.length === 1 ? { type: others[0], ...flag } : { anyOf: others.map((one) => ({ type: one, ...flag })) }
}

/** Returns a reference to the nullable copy of a component. */
function orNull(kinds: readonly Json[], named: Named): Json {
  const references = kinds
    .filter((kind) => !isNull(kind))
    .map(({ $ref }) => {
      named.orNull.add(String($ref).slice(COMPONENTS.length))
      return { $ref: `${String($ref)}OrNull` }
    })
  return references.length === 1 ? (references[0] ?? {}) : { anyOf: references }
}

function isNull(schema: Json): boolean {
  return schema.type === 'null'
}
