import { compile, type Scope } from '../evaluate/compile.ts'
import type { Operand } from '../evaluate/types.ts'
import type { Comparison, Expression } from '../language/tree.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'

/** A field of the row itself is compared with something that is the same for all rows, and every match must fit. */
export interface Constraint {
  readonly field: string
  readonly operator: Exclude<Comparison, 'has' | 'ne'> | 'in'
  /** One, or for `in` any number. */
  readonly values: readonly Operand[]
}

const TURNED = { eq: 'eq', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const

/** Demands of a condition on single fields. Rows that fit may still not match: only the whole condition decides. */
export function constraintsOf(
  expression: Expression | undefined,
  resource: Resource,
  scope: Scope<Row>,
): readonly Constraint[] {
  switch (expression?.kind) {
    case 'and':
      return expression.operands.flatMap((operand) => constraintsOf(operand, resource, scope))
    case 'or':
      return alternatives(expression.operands.map((operand) => constraintsOf(operand, resource, scope)))
    case 'in': {
      const field = ownField(expression.left, resource)
      const values = expression.items.map((item) => compile(item, scope).constant)
      return field === undefined ? [] : [{ field, operator: 'in', values }]
    }
    case 'compare': {
      const { operator, left, right } = expression
      if (operator === 'has' || operator === 'ne') return []
      const [subject, other] = left.kind === 'path' ? [left, right] : [right, left]
      const field = ownField(subject, resource)
      const compiled = compile(other, scope)
      if (field === undefined || !('constant' in compiled)) return []
      return [{ field, operator: subject === left ? operator : TURNED[operator], values: [compiled.constant] }]
    }
    default:
      return []
  }
}

/** Whether a row that fits all demands of a condition matches it, too. */
export function isToldByConstraints(expression: Expression, resource: Resource, scope: Scope<Row>): boolean {
  if (expression.kind === 'and')
    return expression.operands.every((operand) => isToldByConstraints(operand, resource, scope))
  const isOfParts =
    expression.kind !== 'or' || expression.operands.every((one) => isToldByConstraints(one, resource, scope))
  return isOfParts && constraintsOf(expression, resource, scope).length === 1
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
function ownField(expression: Expression, { fields }: Resource): string | undefined {
  const [name = '', ...rest] = expression.kind === 'path' ? expression.segments : []
  const field = rest.length === 0 ? fields.get(name) : undefined
  return field === undefined || field.isList ? undefined : name
}
