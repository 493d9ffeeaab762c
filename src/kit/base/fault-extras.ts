/** One problem with one parameter, as in a problem document's `errors`. */
export interface ParameterError {
  readonly parameter: string
  readonly code: 'param.invalid' | 'param.missing' | 'param.repeated' | 'param.unknown' | 'param.inapplicable'
  readonly detail: string
  readonly given?: string
  readonly accepted?: readonly string[]
  readonly nearest?: string
}

/** A property, or a place by its name, that may have been meant. */
export interface PossibleMeaning {
  readonly zpid?: number
  readonly address?: string
  readonly name?: string
  /** Why it may have been meant. */
  readonly why?: string
}

/** Members that a problem document carries beside the standard ones. */
export interface FaultExtras {
  readonly errors?: readonly ParameterError[]
  readonly candidates?: readonly PossibleMeaning[]
  /** Counts all that match, where `candidates` may be only the first of them. */
  readonly candidateCount?: number
  /** The likeliest meaning when nothing matches. It is offered, never assumed. */
  readonly nearest?: string
  /** An empty container that clients of a look-up read even when nothing was found, e.g. `{ propertyDetails: {} }`. */
  readonly container?: Readonly<Record<string, object>>
  readonly retryAfterS?: number
  readonly allow?: string
  /** Size of the file whose range was asked for. */
  readonly sizeBytes?: number
}
