import type { Finding } from './finding.ts'
import type { Limit } from './mapping.ts'
import type { RowContent } from './noun.ts'

/** Reports values beyond the mapping's limits. The import still stores them. */
export function limitsBroken(limits: readonly Limit[], { record }: RowContent): Finding[] {
  return limits.flatMap(({ field, above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY }) => {
    const value = record[field]
    if (typeof value !== 'number' || (value <= above && value >= below)) return []
    const [rule, bound] = value > above ? ['above', above] : ['below', below]
    return [{ rule: `${field}.${rule}`, sentence: `${field} is ${rule} ${bound}.`, detail: `${field} ${value}` }]
  })
}
