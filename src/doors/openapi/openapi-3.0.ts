import { type Named, schema30 } from './schema-3.0.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Converts a document to OpenAPI 3.0, for programs that cannot read 3.1. It replaces constructs that 3.0 lacks. The
 * same answers are valid in both documents.
 */
export function asOpenApi30(document: object): object {
  const { info, paths, components, ...rest } = document as { info: Json; paths: Json; components: Json }
  const { summary: _, license, ...about } = info
  const { schemas = {}, responses = {}, headers = {}, ...others } = components as Readonly<Record<string, Json>>
  const named: Named = { plainly: new Set(), orNull: new Set() }
  const fit = (schema: unknown) => schema30(schema as Json, named)
  const response = (given: unknown) => responseWith(given as Json, fit)
  const operation = (given: unknown) => operationWith(given as Json, fit, response)
  const called = mapped(paths, (path) => mapped(path as Json, operation))
  const answered = mapped(responses, response)
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
      headers: mapped(headers, (header) => holder(header as Json, fit)),
      schemas: Object.fromEntries([...plain, ...copies]),
      responses: answered,
    },
  }
}

type Fit = (schema: unknown) => Json

/** Converts a license. OpenAPI 3.0 identifies it only by a URL. */
function convertedLicense({ name, identifier }: Json): Json {
  return { name, url: `https://spdx.org/licenses/${String(identifier)}.html` }
}

function operationWith(given: Json, fit: Fit, response: (given: unknown) => Json): Json {
  const parameters = given.parameters as readonly Json[] | undefined
  const body = given.requestBody as Json | undefined
  return {
    ...given,
    ...(parameters && { parameters: parameters.map((parameter) => holder(parameter, fit)) }),
    ...(body && { requestBody: responseWith(body, fit) }),
    responses: mapped(given.responses as Json, response),
  }
}

function responseWith({ content, headers, ...rest }: Json, fit: Fit): Json {
  const held = (given: unknown) => holder(given as Json, fit)
  return {
    ...rest,
    ...(headers !== undefined && { headers: mapped(headers as Json, held) }),
    ...(content !== undefined && { content: mapped(content as Json, held) }),
  }
}

/** Converts an object that holds a schema: a parameter, a header, the content of a response. */
function holder({ schema, ...rest }: Json, fit: Fit): Json {
  return schema === undefined ? rest : { ...rest, schema: fit(schema) }
}

function mapped(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
