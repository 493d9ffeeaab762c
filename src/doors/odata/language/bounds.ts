/**
 * Maximum length of an option's value. Most proxies refuse or cut longer URLs, and parsing time grows with the length.
 */
export const CHARACTERS_MAX = 65_536

/**
 * Maximum nesting depth of parentheses, functions, lambdas, `not` and minus. Recursive code is safe up to this depth.
 */
export const NESTING_MAX = 100

/** Maximum levels of `$expand`. Each level multiplies the rows of an answer. */
export const EXPAND_DEPTH_MAX = 3

/** Maximum number of items in a list after `in`. Programs send some hundred keys, and each item costs a lookup. */
export const ITEMS_MAX = 1000

/** Maximum number of terms that `and` and `or` join, including chained comparisons. A list after `in` is one term. */
export const TERMS_MAX = 100

/** Maximum number of fields in `$orderby`. Each further field makes sorting slower. */
export const ORDER_FIELDS_MAX = 5
