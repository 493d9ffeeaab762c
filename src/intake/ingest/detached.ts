/**
 * Copies a text into its own memory. V8 makes a cell a view into the text of its line, and that a view into the
 * piece of the file that was read, so code that keeps a cell would keep the whole piece in memory.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
