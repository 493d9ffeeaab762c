/** Where something begins in the text that was parsed: a number of UTF-16 code units from its start. */
interface Placed {
  readonly at: number
}

/** A constant. The value of a text is without quotes, the one of a moment in upper case: `2024-01-31T10:00:00Z`. */
export interface Literal extends Placed {
  readonly kind: 'literal'
  readonly type: LiteralType
  /** How it is written, quotes and the name of an enumeration or another type in front of them included. */
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
  /** `value` is the well-known text, in degrees: `POINT(-97.7 30.2)`. */
  | 'geography'

/** A field, or the variable of a lambda: `ListPrice`, `x`. Paths of several segments lead to other rows. */
export interface Path extends Placed {
  readonly kind: 'path'
  readonly segments: readonly string[]
}

/** Two or more operands of `and` or of `or`, side by side. */
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

/** Operators of the standard that are refused. */
export const CALCULATIONS = ['add', 'sub', 'mul', 'div', 'divby', 'mod'] as const

/** `contains(City,'a')`; names are as written, and so is the one of `geo.distance`. */
export interface Call extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Expression[]
}

/** `View/any(v:v eq 'Water')`; `any()` has neither a variable nor a condition. */
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

/** A word or a phrase that is searched for, or a combination of these. */
export type SearchTree =
  | { readonly kind: 'word' | 'phrase'; readonly text: string; readonly at: number }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SearchTree[]; readonly at: number }
  | { readonly kind: 'not'; readonly operand: SearchTree; readonly at: number }

export interface ExpandItem extends Placed {
  readonly path: Path
  readonly options: QueryOptions
}

/** The options of a query, or of an item that is expanded. Absent where they were not given. */
export interface QueryOptions {
  readonly filter?: Expression
  /** `*` is a path of one segment. */
  readonly select?: readonly Path[]
  readonly orderby?: readonly OrderItem[]
  readonly expand?: readonly ExpandItem[]
  readonly search?: SearchTree
  readonly top?: number
  readonly skip?: number
  readonly count?: boolean
  /** The value of `$skiptoken`, which only who made it can read. */
  readonly skiptoken?: string
  readonly format?: string
}
