/** Something about a row: the rule it falls under, and what is so with this row. */
export interface Finding {
  /** Stable name. */
  readonly rule: string
  /** What is so with every row of this rule. */
  readonly sentence: string
  /** What is so with this row. */
  readonly detail: string
}

/** Why a row cannot be used. */
export class Rejection {
  readonly finding: Finding

  constructor(rule: string, sentence: string, detail: string) {
    this.finding = { rule, sentence, detail }
  }
}

export interface Check<S> {
  /** Stable name. */
  readonly rule: string
  /** `reject`: the row is not used. `report`: it is used and counted. */
  readonly severity: 'reject' | 'report'
  /** What is so with every row that the check finds. */
  readonly sentence: string
  /** What is so with this row; undefined: nothing. */
  find(subject: S): string | undefined
}

/** What the checks find; the first one that rejects goes before all others. */
export function judge<S>(checks: readonly Check<S>[], subject: S): readonly Finding[] | Rejection {
  const found = checks.flatMap((check) => {
    const detail = check.find(subject)
    return detail === undefined ? [] : [{ ...check, detail }]
  })
  const fatal = found.find(({ severity }) => severity === 'reject')
  if (fatal) return new Rejection(fatal.rule, fatal.sentence, fatal.detail)
  return found.map(({ rule, sentence, detail }) => ({ rule, sentence, detail }))
}
