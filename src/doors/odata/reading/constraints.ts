import { compile, type Scope } from '../evaluate/compile.ts'
import type { Operand } from '../evaluate/types.ts'
import type { Comparison, Expression } from '../language/tree.ts'
import type { Row } from '../resources/row.ts'

/** A comparison of a field with constants. Every matching row must pass it. */
export interface Constraint {
  readonly field: string
  readonly operator: Exclude<Comparison, 'has' | 'ne'> | 'in'
  /** The constants: several for `in`, otherwise one. */
  readonly values: readonly Operand[]
}

const TURNED = { eq: 'eq', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const

/**
 * Extracts the constraints on single fields from a condition. A row that passes all of them may still not match the
 * whole condition.
 */
export function constraintsOf(expression: Expression | undefined, scope: Scope<Row>): readonly Constraint[] {
  switch (expression?.kind) {
    case 'and':
      return expression.operands.flatMap((operand) => constraintsOf(operand, scope))
    case 'in': {
      const values = expression.items.map((item) => compile(item, scope).constant)
      return fieldIn(expression.left).map((field) => ({ field, operator: 'in', values }))
    }
    case 'compare': {
      const { operator, left, right } = expression
      if (operator === 'has' || operator === 'ne') return []
      const isTurned = left.kind !== 'path'
      const other = compile(isTurned ? left : right, scope)
      if (!('constant' in other)) return []
      const values = [other.constant]
      return fieldIn(isTurned ? right : left).map((field) => ({
        field,
        operator: isTurned ? TURNED[operator] : operator,
        values,
      }))
    }
    default:
      return []
  }
}

/** Whether a condition consists only of constraints that `isExact` accepts. Then every row that passes them matches. */
export function isNothingBut(
  constraints: readonly Constraint[],
  expression: Expression | undefined,
  isExact: (constraint: Constraint) => boolean,
): boolean {
  return expression === undefined || (conditionsIn(expression) === constraints.length && constraints.every(isExact))
}

function conditionsIn(expression: Expression): number {
  return expression.kind === 'and' ? expression.operands.reduce((sum, each) => sum + conditionsIn(each), 0) : 1
}

function fieldIn(expression: Expression): readonly string[] {
  return expression.kind === 'path' ? [expression.segments.join('/')] : []
}
