import type { Value } from '../../kit/answers/index.ts'
import type { FailureCode } from '../../kit/base/failure.ts'
import type { Parameters } from '../../kit/params/index.ts'
import type { Area } from '../../service/operations/operation.ts'

/** A path and HTTP method of the service that is not an operation on data. Some endpoints need no key. */
export interface Endpoint {
  /** If absent, the methods are GET and HEAD. */
  readonly method?: 'post' | 'patch' | 'delete'
  /** The area; absent if the endpoint is not part of an area. */
  readonly area?: Area
  /** A part in braces is a placeholder for an id. */
  readonly path: string
  readonly summary: string
  /** The group in the docs, by default `ENDPOINT_GROUP`. */
  readonly group?: string
  readonly keyed: boolean
  /** The JSON of a 200; absent if the body is text. */
  readonly answer?: Value<object>
  /** The type of a body that is neither JSON nor HTML. */
  readonly type?: 'text/markdown' | 'text/plain' | 'application/vnd.mapbox-vector-tile'
  /** The placeholders in the path. If absent, all placeholders are ids of saved searches or webhooks. */
  readonly places?: Parameters
  /** The query parameters. */
  readonly parameters?: Parameters
  /** The keys of the JSON object in the request body. */
  readonly body?: Parameters
  /** Failures in addition to those of any call with a key. */
  readonly failures?: readonly FailureCode[]
  /** The price in one sentence, if the endpoint is not free. */
  readonly price?: string
  /** Set if the endpoint answers 503 until the catalog is open. */
  readonly waits?: true
}

/** Returns the unique name of an endpoint and its example: the path, after the method if it is not GET. */
export function endpointName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return method === undefined ? path : `${method.toUpperCase()} ${path}`
}
