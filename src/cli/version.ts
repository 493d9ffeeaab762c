import { readFileSync } from 'node:fs'

/** The version of Plat, as package.json has it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}
