/** Lines of a table in `reference/`, cut to what the map needs when the console is built. */
declare module 'reference:*' {
  const lines: string
  export default lines
}
