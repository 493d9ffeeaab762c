import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Plan } from '../../src/guard/access/access.ts'

/** Writes a plans file, as an operator does. */
export function writePlans(dataDir: string, plans: readonly Plan[], name = 'plans.yaml'): void {
  writeFileSync(join(dataDir, name), plansText(plans))
}

/** Returns the text of a plans file. */
export function plansText(plans: readonly Plan[]): string {
  return stringify(Object.fromEntries(plans.map(({ name, ...fields }) => [name, fields])))
}
