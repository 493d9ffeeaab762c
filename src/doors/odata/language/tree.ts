/** A part of the parsed text. `at`: its position in UTF-16 code units. */
interface Placed {
  readonly at: number
}

/** A constant. A string's value has no quotes, and a moment's value is in upper case, as in `2024-01-31T10:00:00Z`. */
export interface Literal extends Placed {
  readonly kind: 'literal'
  readonly type: LiteralType
  /** The literal as sent, with quotes and type prefix. */
  readonly text: string
  readonly value: null | boolean | number | string
}

export type LiteralType =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'dateTime'
  | 'guid'
  /** The value is a well-known text in degrees, as in `POINT(-97.7 30.2)`. */
  | 'geography'

/** A field or a lambda variable, such as `ListPrice` or `x`. A path with several segments leads to linked rows. */
export interface Path extends Placed {
  readonly kind: 'path'
  readonly segments: readonly string[]
}

/** `and` or `or` with at least two operands. */
export interface Junction extends Placed {
  readonly kind: 'and' | 'or'
  readonly operands: readonly Expression[]
}

export interface Not extends Placed {
  readonly kind: 'not'
  readonly operand: Expression
}

export const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has'] as const
export type Comparison = (typeof COMPARISONS)[number]

export interface Compare extends Placed {
  readonly kind: 'compare'
  readonly operator: Comparison
  readonly left: Expression
  readonly right: Expression
}

export interface In extends Placed {
  readonly kind: 'in'
  readonly left: Expression
  readonly items: readonly Literal[]
}

/** OData's arithmetic operators, which Plat does not support. */
export const CALCULATIONS = ['add', 'sub', 'mul', 'div', 'divby', 'mod'] as const

/** A function call, such as `contains(City,'a')`. The name is as sent. */
export interface Call extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Expression[]
}

/** A lambda, such as `View/any(v:v eq 'Water')`. `any()` has neither variable nor condition. */
export interface Lambda extends Placed {
  readonly kind: 'lambda'
  readonly collection: Path
  readonly quantifier: 'any' | 'all'
  readonly variable?: string
  readonly condition?: Expression
}

export type Expression = Literal | Path | Junction | Not | Compare | In | Call | Lambda

export interface OrderItem extends Placed {
  readonly path: Path
  readonly direction: 'asc' | 'desc'
}

/** A parsed `$search`: a word, a phrase, or a combination of them. */
export type SearchTree =
  | { readonly kind: 'word' | 'phrase'; readonly text: string; readonly at: number }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SearchTree[]; readonly at: number }
  | { readonly kind: 'not'; readonly operand: SearchTree; readonly at: number }

export interface ExpandItem extends Placed {
  readonly path: Path
  readonly options: QueryOptions
}

/** The options of a query or of an `$expand` item. Missing options are undefined. */
export interface QueryOptions {
  readonly filter?: Expression
  /** The star `*` is a path with one segment. */
  readonly select?: readonly Path[]
  readonly orderby?: readonly OrderItem[]
  readonly expand?: readonly ExpandItem[]
  readonly search?: SearchTree
  readonly top?: number
  readonly skip?: number
  readonly count?: boolean
  /** The value of `$skiptoken`, which links.ts reads. */
  readonly skiptoken?: string
  readonly format?: string
}
