/** A finding about a row: the broken rule, and the detail for this row. */
export interface Finding {
  /** The rule's name, which never changes. */
  readonly rule: string
  /** The rule's sentence, the same for every row. */
  readonly sentence: string
  readonly detail: string
  /** The text that could not be read. The report counts equal texts. */
  readonly given?: string
}

/** The reason why a row cannot be used. */
export class Rejection {
  readonly finding: Finding

  constructor(rule: string, sentence: string, detail: string, given?: string) {
    this.finding = { rule, sentence, detail, ...(given !== undefined && { given }) }
  }
}

/** Stands for a record that may not be shown. If it was shown before, it is removed. */
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
  /** The check's name, which never changes. */
  readonly rule: string
  /** `reject`: the row is not used. `report`: the row is used, and the finding counted. */
  readonly severity: 'reject' | 'report'
  /** The check's sentence, the same for every row. */
  readonly sentence: string
  /** Returns the detail for this row, or undefined when the row passes. */
  find(subject: S): string | undefined
}

/** Makes a check that runs on every used row. */
export function reject<S>(rule: string, sentence: string, find: Check<S>['find']): Check<S> {
  return { rule, severity: 'reject', sentence, find }
}

/** Makes a check whose findings are counted. */
export function report<S>(rule: string, sentence: string, find: Check<S>['find']): Check<S> {
  return { rule, severity: 'report', sentence, find }
}

/** Returns a record with its findings (`before` comes first), or the reason why its row cannot be used. */
export function made<R>(
  record: R,
  judged: readonly Finding[] | Rejection,
  before: readonly Finding[] = [],
): Made<R> | Rejection {
  return judged instanceof Rejection ? judged : { record, findings: [...before, ...judged] }
}

/** Runs the checks. The first rejection takes precedence over all other findings. */
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
