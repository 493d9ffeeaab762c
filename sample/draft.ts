/** A record under construction; finished records are read-only. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }
