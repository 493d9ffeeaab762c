import type { ExpandItem, Expression, OrderItem, Path, QueryOptions, SearchTree } from './tree.ts'

/**
 * Writes a tree as text: with single blanks, and none behind commas and inside parentheses. Literals are as written,
 * operators in lower case. A tree as the parser makes it is parsed from its text again; no parentheses are added.
 */
export function printExpression(tree: Expression): string {
  switch (tree.kind) {
    case 'literal':
      return tree.text
    case 'path':
      return printPath(tree)
    case 'and':
    case 'or':
      return tree.operands.map(printExpression).join(` ${tree.kind} `)
    case 'not':
      return `not ${printExpression(tree.operand)}`
    case 'compare':
    case 'calculate':
      return `${printExpression(tree.left)} ${tree.operator} ${printExpression(tree.right)}`
    case 'in':
      return `${printExpression(tree.left)} in (${tree.items.map(printExpression).join(',')})`
    case 'negate':
      return `-${printExpression(tree.operand)}`
    case 'call':
      return `${tree.name}(${tree.args.map(printExpression).join(',')})`
    case 'lambda': {
      const { variable, condition } = tree
      const inside =
        variable === undefined || condition === undefined ? '' : `${variable}:${printExpression(condition)}`
      return `${printPath(tree.collection)}/${tree.quantifier}(${inside})`
    }
    case 'group':
      return `(${printExpression(tree.inner)})`
  }
}

export function printSelect(fields: readonly Path[]): string {
  return fields.map(printPath).join(',')
}

/** Ascending order is what a field without a direction has. */
export function printOrderBy(items: readonly OrderItem[]): string {
  return items
    .map(({ expression, direction }) => printExpression(expression) + (direction === 'desc' ? ' desc' : ''))
    .join(',')
}

export function printExpand(items: readonly ExpandItem[]): string {
  return items
    .map(({ path, options }) => {
      const inside = printOptions(options).map(([name, value]) => `${name}=${value}`)
      return printPath(path) + (inside.length === 0 ? '' : `(${inside.join(';')})`)
    })
    .join(',')
}

export function printSearch(tree: SearchTree): string {
  switch (tree.kind) {
    case 'word':
      return tree.text
    case 'phrase':
      return `"${tree.text.replaceAll(/["\\]/g, '\\$&')}"`
    case 'not':
      return `NOT ${printInside(tree.operand)}`
    case 'and':
    case 'or':
      return tree.operands.map(printInside).join(` ${tree.kind.toUpperCase()} `)
  }
}

/** Names with their dollar sign, and values, neither of them encoded. */
export function printOptions(options: QueryOptions): [name: string, value: string][] {
  const { filter, select, orderby, expand, search, top, skip, count, skiptoken, format } = options
  const values = {
    $filter: filter && printExpression(filter),
    $select: select && printSelect(select),
    $orderby: orderby && printOrderBy(orderby),
    $expand: expand && printExpand(expand),
    $search: search && printSearch(search),
    $top: top?.toString(),
    $skip: skip?.toString(),
    $count: count?.toString(),
    $skiptoken: skiptoken,
    $format: format,
  }
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

function printPath({ segments }: Path): string {
  return segments.join('/')
}

/** Puts what other operators would tear apart into parentheses, which trees of `$search` do not hold. */
function printInside(tree: SearchTree): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${printSearch(tree)})` : printSearch(tree)
}
