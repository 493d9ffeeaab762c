import type { Context } from '../../catalog/ports/context.ts'

/** A call below `/odata`, independent of HTTP. */
export interface ODataCall {
  /** The percent-encoded path after `/odata`, such as `/Property('1')/Media`. Empty for `/odata` itself. */
  readonly path: string
  /** The decoded query parameters, without the key parameter. */
  readonly options: readonly (readonly [name: string, value: string])[]
  /** The headers `Accept`, `Prefer` and `OData-MaxVersion`. */
  readonly accept: string | undefined
  readonly prefer: string | undefined
  readonly maxVersion: string | undefined
  /** The URL of the OData service as the client addressed it, such as `https://homes.example/odata`. */
  readonly root: string
  /** The query parameter with the key, as sent. It is repeated only in links. */
  readonly keyOption: string | undefined
  /** The id of the key. A link is valid only for the key that got it. */
  readonly keyId: string
}

/** A parsed call that is ready to run. */
export interface ODataRequest {
  /** The operation's name in usage, metrics and log: `/odata`, or with a resource `/odata/Property`. */
  readonly operation: string
  /**
   * Maximum number of rows to charge for. At least 1 if records are read, even if only to count them. 0 for the service
   * document and the metadata, which are free.
   */
  readonly rowsMax: number
  /** Whether the answer depends only on the catalog, not on the current time. */
  readonly isLasting: boolean
  /** Rejects with a Fault. */
  answer(): Promise<ODataAnswer>
}

/** The body of a 200. */
export interface ODataAnswer {
  readonly type: string
  readonly body: string
  /** Number of rows of the requested resource. Expanded rows do not count. */
  readonly rows: number
  readonly headers: Readonly<Record<string, string>>
}

/** Parses a call. Rejects with a Fault: 400, 404, 406, 410, 413 or 501. */
export type ReadODataCall = (call: ODataCall, context: Context) => Promise<ODataRequest>
