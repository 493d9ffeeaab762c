/** Maximum length of an option's value. Most proxies cut longer URLs, and parse time grows with the length. */
export const CHARACTERS_MAX = 65_536

/**
 * Maximum nesting of parentheses, functions, lambdas, `not` and minus. Code that walks a tree may recurse this deep.
 */
export const NESTING_MAX = 100

/** Maximum levels of `$expand`. Each level multiplies the rows of an answer. */
export const EXPAND_DEPTH_MAX = 3

/** Maximum items in a list after `in`. Programs send some hundred keys; each item costs a look-up. */
export const ITEMS_MAX = 1000

/** Maximum terms: the parts that `and`, `or` and chains of comparisons join. A list after `in` is one term. */
export const TERMS_MAX = 100

/** Maximum fields of `$orderby`. Sorting compares the next field of two rows if all fields before it are equal. */
export const ORDER_FIELDS_MAX = 5
