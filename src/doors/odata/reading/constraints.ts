import { compileOperand, type Setting } from '../evaluate/compile.ts'
import type { Operand } from '../evaluate/types.ts'
import type { Comparison, Expression } from '../language/tree.ts'

/** A field of the row itself is compared with something that is the same for all rows, and every match must fit. */
export interface Constraint {
  readonly field: string
  readonly operator: Exclude<Comparison, 'has' | 'ne'> | 'in'
  /** One, or for `in` any number. */
  readonly values: readonly Operand[]
}

const TURNED = { eq: 'eq', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const

/** Demands of a condition on single fields. Rows that fit may still not match: only the whole condition decides. */
export function constraintsOf(expression: Expression | undefined, setting: Setting): readonly Constraint[] {
  if (expression === undefined) return []
  switch (expression.kind) {
    case 'group':
      return constraintsOf(expression.inner, setting)
    case 'and':
      return expression.operands.flatMap((operand) => constraintsOf(operand, setting))
    case 'or':
      return alternatives(expression.operands.map((operand) => constraintsOf(operand, setting)))
    case 'in': {
      const field = ownField(expression.left, setting)
      const values = expression.items.map((item) => compileOperand(item, setting).constant)
      return field === undefined ? [] : [{ field, operator: 'in', values }]
    }
    case 'compare': {
      const { operator, left, right } = expression
      if (operator === 'has' || operator === 'ne') return []
      return compared(operator, left, right, setting) ?? compared(TURNED[operator], right, left, setting) ?? []
    }
    default:
      return []
  }
}

/** Whether a row that fits all demands of a condition matches it, too. */
export function isToldByConstraints(expression: Expression, setting: Setting): boolean {
  switch (expression.kind) {
    case 'group':
      return isToldByConstraints(expression.inner, setting)
    case 'and':
      return expression.operands.every((operand) => isToldByConstraints(operand, setting))
    case 'or':
      return (
        constraintsOf(expression, setting).length === 1 &&
        expression.operands.every((operand) => isToldByConstraints(operand, setting))
      )
    default:
      return constraintsOf(expression, setting).length === 1
  }
}

function compared(
  operator: keyof typeof TURNED,
  left: Expression,
  right: Expression,
  setting: Setting,
): readonly Constraint[] | undefined {
  const field = ownField(left, setting)
  if (field === undefined) return undefined
  const other = compileOperand(right, setting)
  return 'constant' in other ? [{ field, operator, values: [other.constant] }] : undefined
}

/** `a eq 1 or a eq 2` demands one of the two. */
function alternatives(operands: readonly (readonly Constraint[])[]): readonly Constraint[] {
  const values: Operand[] = []
  let field: string | undefined
  for (const constraints of operands) {
    const [only, ...others] = constraints
    if (only === undefined || others.length > 0 || (only.operator !== 'eq' && only.operator !== 'in')) return []
    if (field !== undefined && only.field !== field) return []
    field = only.field
    values.push(...only.values)
  }
  return field === undefined ? [] : [{ field, operator: 'in', values }]
}

/** The name of a field with one value that the expression is. */
function ownField(expression: Expression, { resource }: Pick<Setting, 'resource'>): string | undefined {
  if (expression.kind === 'group') return ownField(expression.inner, { resource })
  const [name = '', ...rest] = expression.kind === 'path' ? expression.segments : []
  const field = rest.length === 0 ? resource.fields.get(name) : undefined
  return field === undefined || field.isList ? undefined : name
}
