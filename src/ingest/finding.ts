/** A finding about a row: the rule, and the detail for this row. */
export interface Finding {
  /** Stable name. */
  readonly rule: string
  /** What the rule says, for any row. */
  readonly sentence: string
  /** The detail for this row. */
  readonly detail: string
  /** The text that could not be read: the report counts equal ones. */
  readonly given?: string
}

/** Why a row cannot be used. */
export class Rejection {
  readonly finding: Finding

  constructor(rule: string, sentence: string, detail: string, given?: string) {
    this.finding = { rule, sentence, detail, ...(given !== undefined && { given }) }
  }
}

export interface Check<S> {
  /** Stable name. */
  readonly rule: string
  /** `reject`: the row is not used. `report`: the row is used, and the finding counted. */
  readonly severity: 'reject' | 'report'
  /** What the check says, for any row. */
  readonly sentence: string
  /** The detail for this row; undefined when the row passes. */
  find(subject: S): string | undefined
}

/** Runs the checks. The first rejection takes precedence over all other findings. */
export function judge<S>(checks: readonly Check<S>[], subject: S): readonly Finding[] | Rejection {
  const found: Finding[] = []
  let fatal: Rejection | undefined
  for (const check of checks) {
    const detail = check.find(subject)
    if (detail === undefined) continue
    const { rule, sentence } = check
    if (check.severity === 'reject') fatal ??= new Rejection(rule, sentence, detail)
    else found.push({ rule, sentence, detail })
  }
  return fatal ?? found
}
