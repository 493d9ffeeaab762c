/** Returns this many random bytes. */
export type Randomness = (sizeBytes: number) => Uint8Array
