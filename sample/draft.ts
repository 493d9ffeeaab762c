/** A record being built. Finished records are read-only. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
