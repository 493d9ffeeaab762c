/** A parameter that could not be read, and why. */
export interface ParameterProblem {
  readonly parameter?: string
  readonly detail?: string
}

/** The body of a refusal. docs/failures.md lists the codes. */
export interface ProblemDocument {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors?: readonly ParameterProblem[]
  readonly nearest?: string
  readonly candidates?: readonly unknown[]
}

/** A refusal by the service, with its reason. */
export class Problem extends Error {
  readonly document: ProblemDocument
  /** Seconds until the call may be repeated; undefined if repeating does not help. */
  readonly retryAfterS: number | undefined

  constructor(document: ProblemDocument, retryAfterS?: number) {
    super(document.detail)
    this.document = document
    this.retryAfterS = retryAfterS
  }

  get status(): number {
    return this.document.status
  }

  get code(): string {
    return this.document.code
  }

  /** Whether a different key might be accepted. */
  get isOfKey(): boolean {
    return this.status === 401 || this.status === 402 || this.status === 403
  }
}

/** No answer arrived: the service is down, or the connection is broken. */
export class Away extends Error {
  constructor() {
    super('The service does not respond.')
  }
}

/** Returns the problem document of a refusal, or a substitute if a proxy refused. */
export function problemOf(status: number, body: unknown, retryAfter: string | null): Problem {
  // the code below checks every field
  const given = typeof body === 'object' && body !== null ? (body as Partial<ProblemDocument>) : {}
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  return new Problem(
    {
      ...given,
      status,
      code: typeof given.code === 'string' ? given.code : `http.${status}`,
      title: typeof given.title === 'string' ? given.title : `Status ${status}`,
      detail: typeof given.detail === 'string' ? given.detail : `The response has status ${status} and no description.`,
    },
    Number.isFinite(seconds) ? seconds : undefined,
  )
}
