import type { Value } from '../../kit/answers/index.ts'
import type { FailureCode } from '../../kit/base/failure.ts'
import type { Parameters } from '../../kit/params/index.ts'
import type { Area } from '../../service/operations/operation.ts'

/** A path and method that is not an operation on data, such as a document or a saved search. Some need no key. */
export interface Endpoint {
  /** The HTTP method. If absent: GET and HEAD. */
  readonly method?: 'post' | 'patch' | 'delete'
  /** The area; undefined if the endpoint belongs to no area. */
  readonly area?: Area
  /** The path. A part in braces, such as `{id}`, is a placeholder. */
  readonly path: string
  readonly summary: string
  /** The group in the docs. Default: `ENDPOINT_GROUP`. */
  readonly group?: string
  readonly keyed: boolean
  /** The JSON body of a 200; undefined if the body is not JSON. */
  readonly answer?: Value<object>
  /** The media type if the body is neither JSON nor HTML. */
  readonly type?: 'text/markdown' | 'text/plain' | 'application/x-ndjson' | 'application/vnd.mapbox-vector-tile'
  /** The placeholders in the path. If absent, they are ids of saved searches or webhooks. */
  readonly places?: Parameters
  /** The query parameters. */
  readonly parameters?: Parameters
  /** The keys of the JSON object in the request body. */
  readonly body?: Parameters
  /** Failures in addition to those that any call with a key can have. */
  readonly failures?: readonly FailureCode[]
  /** The price as a sentence; undefined if the endpoint is free. */
  readonly price?: string
  /** True if the endpoint answers 503 until the catalog is open. */
  readonly waits?: true
}

/** Returns the unique name of an endpoint: its path, preceded by the method if it is not GET. */
export function endpointName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return method === undefined ? path : `${method.toUpperCase()} ${path}`
}
