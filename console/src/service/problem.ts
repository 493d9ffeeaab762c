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

/** The service refused the call, and said why. */
export class Problem extends Error {
  readonly document: ProblemDocument
  /** Seconds after which the same call may be made again. */
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

  /** Another key may be let through where this one was not. */
  get isOfKey(): boolean {
    return this.status === 401 || this.status === 402 || this.status === 403
  }
}

/** No answer came: the service is not there, or the way to it is cut. */
export class Away extends Error {
  constructor() {
    super('The service does not respond.')
  }
}

/** The document of a refusal, or what stands for it where something between here and the service refused. */
export function problemOf(status: number, body: unknown, retryAfter: string | null): Problem {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ProblemDocument>) : {} // read with care below
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
