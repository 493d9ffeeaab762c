import { type Named, schema30 } from './schema-3.0.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Converts a document to OpenAPI 3.0, for programs that cannot read 3.1. Replaces what 3.0 does not have. An answer
 * that is valid in one document is valid in the other.
 */
export function asOpenApi30(document: object): object {
  const { info, paths, components, ...rest } = document as { info: Json; paths: Json; components: Json }
  const { summary: _, license, ...about } = info
  const { schemas = {}, responses = {}, headers = {}, ...others } = components as Readonly<Record<string, Json>>
  const named: Named = { plainly: new Set(), orNull: new Set() }
  const fit = (schema: unknown) => schema30(schema as Json, named)
  const called = withSchemas(paths, fit)
  const answered = withSchemas(responses, fit)
  const fitted = mapped(schemas, fit)
  const onlyOrNull = [...named.orNull].filter((name) => !named.plainly.has(name))
  const copies = [...named.orNull].map((name) => [`${name}OrNull`, { ...(fitted[name] as Json), nullable: true }])
  const plain = Object.entries(fitted).filter(([name]) => !onlyOrNull.includes(name))
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...about, license: convertedLicense(license as Json) },
    paths: called,
    components: {
      ...others,
      headers: withSchemas(headers, fit),
      schemas: Object.fromEntries([...plain, ...copies]),
      responses: answered,
    },
  }
}

type Fit = (schema: unknown) => Json

/** Converts a license. OpenAPI 3.0 can name it only by a URL. */
function convertedLicense({ name, identifier }: Json): Json {
  return { name, url: `https://spdx.org/licenses/${String(identifier)}.html` }
}

/** Keys whose values are examples, so they contain data and no schemas. */
const EXAMPLES = /^(?:examples?|x-example-query)$/

/** Applies `fit` to all schemas in a part of the document. */
function withSchemas(part: unknown, fit: Fit): unknown {
  if (Array.isArray(part)) return part.map((each) => withSchemas(each, fit))
  if (typeof part !== 'object' || part === null) return part
  return mapped(part as Json, (value, key) => {
    if (EXAMPLES.test(key)) return value
    return key === 'schema' ? fit(value) : withSchemas(value, fit)
  })
}

function mapped(object: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
