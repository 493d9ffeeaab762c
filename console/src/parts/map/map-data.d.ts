/** A table from `reference/`, or shapes of the ground, as lines of text. The build reduces them to what the map needs. */
declare module 'reference:*' {
  const lines: string
  export default lines
}
