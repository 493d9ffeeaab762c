type Json = Readonly<Record<string, unknown>>

export const COMPONENTS = '#/components/schemas/'

/**
 * A schema of JSON Schema 2020-12 in the words of OpenAPI 3.0. Names of components that have to be there once more as
 * `…OrNull` are added to `orNull`.
 */
export function schema30(schema: Json, orNull: Set<string>): Json {
  return withoutTypeLists(withoutNull(withoutConst(withoutBareBounds(referring(inner(schema, orNull)))), orNull))
}

/** The schemas inside this one, each in the words of 3.0; what is not a schema stays as it is. */
function inner(schema: Json, orNull: Set<string>): Json {
  const { properties, required, items, additionalProperties, ...rest } = schema
  const fit = (given: unknown) => schema30(given as Json, orNull)
  const isSchema = typeof additionalProperties === 'object'
  return {
    ...rest,
    ...(Array.isArray(required) && required.length > 0 && { required }), // 3.0 wants one name at least
    ...(properties !== undefined && { properties: mapped(properties as Json, fit) }),
    ...(items !== undefined && { items: fit(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isSchema ? fit(additionalProperties) : additionalProperties,
    }),
    ...kindsOf('anyOf', schema, fit),
    ...kindsOf('oneOf', schema, fit),
  }
}

function kindsOf(keyword: 'anyOf' | 'oneOf', schema: Json, fit: (given: unknown) => Json): Json {
  const kinds = schema[keyword] as readonly Json[] | undefined
  return kinds === undefined ? {} : { [keyword]: kinds.map((kind) => (isNull(kind) ? kind : fit(kind))) }
}

/** Beside a reference 3.0 reads nothing, not even a sentence. */
function referring({ $ref, ...beside }: Json): Json {
  if ($ref === undefined) return beside
  return Object.keys(beside).length === 0 ? { $ref } : { ...beside, allOf: [{ $ref }] }
}

function withoutConst({ const: value, ...schema }: Json): Json {
  return value === undefined ? schema : { ...schema, enum: [value] }
}

/** 3.0 has a flag beside the bound where 2020-12 has a bound of its own. */
function withoutBareBounds({ exclusiveMinimum, ...schema }: Json): Json {
  return exclusiveMinimum === undefined ? schema : { ...schema, minimum: exclusiveMinimum, exclusiveMinimum: true }
}

/** `null` among the types becomes the flag `nullable`; among the kinds it becomes that of the other one. */
function withoutNull(schema: Json, orNull: Set<string>): Json {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type) && type.includes('null')) {
    const others = type.filter((one) => one !== 'null')
    return { ...schema, type: others.length === 1 ? others[0] : others, nullable: true }
  }
  const kinds = anyOf as readonly Json[] | undefined
  if (!kinds?.some(isNull)) return schema
  const names = kinds.filter((kind) => !isNull(kind)).map(({ $ref }) => String($ref).slice(COMPONENTS.length))
  for (const name of names) orNull.add(name)
  const references = names.map((name) => ({ $ref: `${COMPONENTS}${name}OrNull` }))
  return references.length === 1 ? referring({ ...rest, ...references[0] }) : { ...rest, anyOf: references }
}

/** A value of several plain types is one of several schemas with one type each; any of them is null where it may be. */
function withoutTypeLists({ type, nullable, ...schema }: Json): Json {
  const flag = nullable === undefined ? {} : { nullable }
  if (!Array.isArray(type)) return { ...(type !== undefined && { type }), ...schema, ...flag }
  return { ...schema, anyOf: type.map((one) => ({ type: one, ...flag })) }
}

function isNull(schema: Json): boolean {
  return schema.type === 'null'
}

function mapped(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
