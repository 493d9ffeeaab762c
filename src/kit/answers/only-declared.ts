/**
 * Makes the compiler reject data with undeclared keys. The error mentions a member `undeclared`, whose type lists these
 * keys. Without this type, the compiler rejects extra keys in object literals, but not in the result of a function
 * without a declared return type.
 */
export type OnlyDeclared<Given, T> = [Undeclared<Given, T>] extends [never]
  ? unknown
  : { readonly undeclared: Undeclared<Given, T> }

/** Keys, at any depth, that `Given` has and `T` lacks. The type is `never` if there are no such keys. */
type Undeclared<Given, T> = unknown extends T
  ? never
  : Given extends readonly (infer Item)[]
    ? Undeclared<Item, ItemOf<T>>
    : Given extends object
      ? Exclude<keyof Given, KeyOf<T>> | { [K in keyof Given]-?: Undeclared<Given[K], At<T, K>> }[keyof Given]
      : never

/** `ItemOf`, `KeyOf` and `At` look into every member of a union. */
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends unknown ? keyof T | (string extends keyof T ? number : never) : never
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
