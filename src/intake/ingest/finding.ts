/** A broken rule, and the detail for one row. */
export interface Finding {
  /** A permanent identifier. */
  readonly rule: string
  /** The rule's sentence, the same for every row. */
  readonly sentence: string
  readonly detail: string
  /** The unreadable text. The report counts how often each text occurs. */
  readonly given?: string
}

/** The reason why a row cannot be used. */
export class Rejection {
  readonly finding: Finding

  constructor(rule: string, sentence: string, detail: string, given?: string) {
    this.finding = { rule, sentence, detail, ...(given !== undefined && { given }) }
  }
}

/** The result for a record that may not be shown. An import deletes the record if it is in the catalog. */
export class Withheld {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    this.findings = findings
  }
}

/** A record made from a row, and the findings about it. */
export interface Made<R> {
  readonly record: R
  readonly findings: readonly Finding[]
}

export interface Check<S> {
  /** A permanent identifier. */
  readonly rule: string
  /** `reject`: the row is not used. `report`: the row is used, and the report counts the finding. */
  readonly severity: 'reject' | 'report'
  /** The check's sentence, the same for every row. */
  readonly sentence: string
  /** Returns the detail for this row. Undefined if the row passes the check. */
  find(subject: S): string | undefined
}

export function reject<S>(rule: string, sentence: string, find: Check<S>['find']): Check<S> {
  return { rule, severity: 'reject', sentence, find }
}

export function report<S>(rule: string, sentence: string, find: Check<S>['find']): Check<S> {
  return { rule, severity: 'report', sentence, find }
}

/** Returns a record with the findings `before` and `judged`. Returns the rejection if a check rejects the row. */
export function made<R>(
  record: R,
  judged: readonly Finding[] | Rejection,
  before: readonly Finding[] = [],
): Made<R> | Rejection {
  return judged instanceof Rejection ? judged : { record, findings: [...before, ...judged] }
}

/** Runs the checks. Returns all findings, or only the first rejection if a check rejects. */
export function judge<S>(checks: readonly Check<S>[], subject: S): readonly Finding[] | Rejection {
  const findings: Finding[] = []
  let fatal: Rejection | undefined
  for (const check of checks) {
    const detail = check.find(subject)
    if (detail === undefined) continue
    const { rule, sentence } = check
    if (check.severity === 'reject') fatal ??= new Rejection(rule, sentence, detail)
    else findings.push({ rule, sentence, detail })
  }
  return fatal ?? findings
}
