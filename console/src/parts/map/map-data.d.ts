/** Lines of a table in `reference/`, reduced at build time to what the map needs. */
declare module 'reference:*' {
  const lines: string
  export default lines
}
