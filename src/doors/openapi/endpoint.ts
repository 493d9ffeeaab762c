import type { Value } from '../../kit/answers/index.ts'
import type { FailureCode } from '../../kit/base/failure.ts'
import type { Parameters } from '../../kit/params/index.ts'
import type { Area } from '../../service/operations/operation.ts'

/** A path that the service answers beside its operations, with a method of HTTP. Some need no key. */
export interface Endpoint {
  /** It is GET where it is left out, and HEAD then. */
  readonly method?: 'post' | 'patch' | 'delete'
  /** The area that it belongs to; left out if it belongs to none. */
  readonly area?: Area
  /** A part in braces stands for an id. */
  readonly path: string
  readonly summary: string
  /** The group in the docs, if not `ENDPOINT_GROUP`. */
  readonly group?: string
  readonly keyed: boolean
  /** The JSON of a 200. Absent where the body is a text. */
  readonly answer?: Value<object>
  /** The type of a body that is neither JSON nor a page of HTML. */
  readonly type?: 'text/markdown' | 'text/plain' | 'application/vnd.mapbox-vector-tile'
  /** The parts of the path that stand in braces; ids of what a key keeps where it is left out. */
  readonly places?: Parameters
  /** The query. */
  readonly parameters?: Parameters
  /** The keys of the JSON object in the body of the request. */
  readonly body?: Parameters
  /** The failures that calls may meet besides those of any call with a key. */
  readonly failures?: readonly FailureCode[]
  /** The price in a sentence, where it is not free of charge. */
  readonly price?: string
  /** Set when it answers 503 while the catalogue is not open. */
  readonly waits?: true
}

/** The name of an endpoint among those of all paths, and of its example: a method other than GET goes before the path. */
export function endpointName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return method === undefined ? path : `${method.toUpperCase()} ${path}`
}
