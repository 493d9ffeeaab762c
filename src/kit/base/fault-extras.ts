/** A problem with one parameter: an entry in the `errors` of a problem document. */
export interface ParameterError {
  readonly parameter: string
  readonly code: 'param.invalid' | 'param.missing' | 'param.repeated' | 'param.unknown' | 'param.inapplicable'
  readonly detail: string
  readonly given?: string
  readonly accepted?: readonly string[]
  readonly nearest?: string
}

/** A possible meaning of what the caller sent: a property with the reason, or a place with its name. */
export type PossibleMeaning =
  | { readonly zpid: number; readonly address: string; readonly why: string }
  | { readonly name: string }

/** Members of a problem document, in addition to the standard members. */
export interface FaultExtras {
  readonly errors?: readonly ParameterError[]
  readonly candidates?: readonly PossibleMeaning[]
  /** Number of all matches; `candidates` may contain only the first matches. */
  readonly candidateCount?: number
  /**
   * The closest known name if nothing matches. The service suggests this name, but never uses it in place of the sent
   * name.
   */
  readonly nearest?: string
  /** An empty object that clients of a lookup read even if nothing was found, e.g. `{ propertyDetails: {} }`. */
  readonly container?: Readonly<Record<string, object>>
  readonly retryAfterS?: number
  readonly allow?: string
  /** Size of the file whose range was requested. */
  readonly sizeBytes?: number
}
