import type { Context } from '../../catalog/ports/context.ts'

/** A call below `/odata`, without HTTP. */
export interface ODataCall {
  /** The path after `/odata`, percent-encoded: empty, or for example `/Property('1')/Media`. */
  readonly path: string
  /** The decoded query parameters, without the parameter for the caller's key. */
  readonly options: readonly (readonly [name: string, value: string])[]
  /** The headers `Accept`, `Prefer` and `OData-MaxVersion`. */
  readonly accept: string | undefined
  readonly prefer: string | undefined
  readonly maxVersion: string | undefined
  /** The address that the caller used for the service: `https://homes.example/odata`. */
  readonly root: string
  /** The query parameter with the caller's key, as sent. Only links repeat it. */
  readonly keyOption: string | undefined
  /** Identifies the caller. A link is valid only for the caller that got it. */
  readonly keyId: string
}

/** A parsed call that is ready to be answered. */
export interface ODataRequest {
  /** The name in usage, metrics and the log: `/odata`, or with the resource: `/odata/Property`. */
  readonly operation: string
  /**
   * Maximum rows of the answer, at least 1 if records are searched (also for a count). 0 for the service document and
   * the metadata, which are free.
   */
  readonly rowsMax: number
  /** Whether the answer depends on the catalog only, not on the current time. */
  readonly isLasting: boolean
  /** Throws a Fault. */
  answer(): Promise<ODataAnswer>
}

/** The body of a 200. */
export interface ODataAnswer {
  readonly type: string
  readonly body: string
  /** Number of rows of the requested resource, without expanded rows inside them. */
  readonly rows: number
  readonly headers: Readonly<Record<string, string>>
}

/** Reads a call. Rejects with a Fault of status 400, 404, 405, 406, 410, 413 or 501. */
export type ReadODataCall = (call: ODataCall, context: Context) => Promise<ODataRequest>
