/**
 * Given data that has keys beside the declared ones, asks for a member that nothing has, whose type names those keys.
 * The compiler itself lets more keys pass, except where an object literal stands where its type is expected; the result
 * of a function without a declared return type is no such literal.
 */
export type OnlyDeclared<Given, T> = [Undeclared<Given, T>] extends [never]
  ? unknown
  : { readonly undeclared: Undeclared<Given, T> }

/** Keys, at any depth, that the given type has and the declared type does not; never if there are none. */
type Undeclared<Given, T> = unknown extends T
  ? never
  : Given extends readonly (infer Item)[]
    ? Undeclared<Item, ItemOf<T>>
    : Given extends object
      ? Exclude<keyof Given, KeyOf<T>> | { [K in keyof Given]-?: Undeclared<Given[K], At<T, K>> }[keyof Given]
      : never

/** Each of these looks into every member of a union. */
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends unknown ? keyof T | (string extends keyof T ? number : never) : never
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
