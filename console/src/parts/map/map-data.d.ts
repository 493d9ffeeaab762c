/** A table from `reference/` as lines of text, reduced at build time to what the map needs. */
declare module 'reference:*' {
  const lines: string
  export default lines
}
