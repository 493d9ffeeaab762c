/**
 * The same text in memory of its own. V8 makes a cell a view into the text of its line, which is one into the piece of
 * the file that was read: who keeps a cell keeps all of that in memory.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
