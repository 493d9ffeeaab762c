/**
 * Given data that has keys beside the declared ones, asks for a member that nothing has, whose type names them. The
 * compiler itself lets more keys pass wherever an object is not written right where its type is expected, and what a
 * function without a written return type returns is not.
 */
export type OnlyDeclared<Given, T> = [Undeclared<Given, T>] extends [never]
  ? unknown
  : { readonly undeclared: Undeclared<Given, T> }

/** Keys of what is given that the declared type does not have, at any depth; never where there are none. */
type Undeclared<Given, T> = unknown extends T
  ? never
  : Given extends readonly (infer Item)[]
    ? Undeclared<Item, ItemOf<T>>
    : Given extends object
      ? Exclude<keyof Given, KeyOf<T>> | { [K in keyof Given]-?: Undeclared<Given[K], At<T, K>> }[keyof Given]
      : never

/** Each of them looks into every kind of a union. */
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends unknown ? keyof T | (string extends keyof T ? number : never) : never
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
