/**
 * Copies a text into its own memory. A cell is a view into the piece of the file that was read, and would keep that
 * whole piece in memory.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
