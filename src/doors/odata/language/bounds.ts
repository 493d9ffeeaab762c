/** A URL that carries more would be cut by most proxies, and the work of reading a text grows with its length. */
export const CHARACTERS_MAX = 65_536

/** Parentheses, functions, lambdas, `not` and minus inside each other: readers of a tree may recurse this deep. */
export const NESTING_MAX = 100

/** Each level of expanded items multiplies the rows that an answer is made from. */
export const EXPAND_DEPTH_MAX = 3

/** A list of keys that a program gathered has some hundred, and each item is looked up. */
export const ITEMS_MAX = 1000

/** Terms are what `and`, `or` and chains of comparisons join. A list behind `in` is one term. */
export const TERMS_MAX = 100

/** Each field is compared for every pair of rows that the fields before it leave equal. */
export const ORDER_FIELDS_MAX = 5
