import type { Context } from '../../catalog/ports/context.ts'

/** A call below `/odata`, without HTTP. */
export interface ODataCall {
  /** The path behind `/odata`, percent-encoded: empty, or `/Property('1')/Media`. */
  readonly path: string
  /** The options behind the question mark, decoded, without the one that carries the caller's key. */
  readonly options: readonly (readonly [name: string, value: string])[]
  /** The headers `Accept`, `Prefer` and `OData-MaxVersion`. */
  readonly accept: string | undefined
  readonly prefer: string | undefined
  readonly maxVersion: string | undefined
  /** The address of the service as its caller reached it: `https://homes.example/odata`. */
  readonly root: string
  /** The option that carries the key, as written: links repeat it, and nothing else does. */
  readonly keyOption: string | undefined
  /** Names the caller, whose links are good for nobody else. */
  readonly keyId: string
}

/** A call that was read, and can be answered. */
export interface ODataQuestion {
  /** The name in usage, metrics and the log: `/odata`, or with the name of a resource, `/odata/Property`. */
  readonly operation: string
  /**
   * The most rows that the answer can have, and at least 1 where records are searched, for a count too; 0 for what is
   * free: the service document and the metadata.
   */
  readonly rowsMax: number
  /** Whether the answer follows from the catalogue alone, and not from the moment too. */
  readonly isLasting: boolean
  /** Throws a Fault. */
  answer(): Promise<ODataAnswer>
}

/** The body of a 200. */
export interface ODataAnswer {
  readonly type: string
  readonly body: string
  /** Rows of the resource that was asked for; what was expanded inside them is not counted. */
  readonly rows: number
  readonly headers: Readonly<Record<string, string>>
}

/** Reads a call. Rejects with a Fault of status 400, 404, 405, 406, 410, 413 or 501. */
export type ReadODataCall = (call: ODataCall, context: Context) => Promise<ODataQuestion>
