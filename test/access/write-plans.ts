import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Plan } from '../../src/guard/access/access.ts'

/** Writes a plans file as an operator would. */
export function writePlans(dataDir: string, plans: readonly Plan[]): void {
  const byName = Object.fromEntries(plans.map(({ name, ...fields }) => [name, fields]))
  writeFileSync(join(dataDir, 'plans.yaml'), stringify(byName))
}
