/** Returns random bytes, as many as asked for. */
export type Randomness = (sizeBytes: number) => Uint8Array
