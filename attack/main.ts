import { parseArgs } from 'node:util'
import { ensureCurrentBuild } from '../tools/current-build.ts'
import type { Attack } from './attack.ts'
import { whyOf } from './harness.ts'
import { ATTACKS } from './index.ts'

/**
 * `npm run attack [-- NAME…]` runs the named attacks, or all, at full size. Exits with 1 if a promise does not hold.
 * `--requests`, `--seed` and `--only` are for attacks that make random requests. With `--database`, heavy-calls and
 * fuzz attack a service that uses PostgreSQL.
 */
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    database: { type: 'boolean' },
  },
})
const { database } = values
const asked = { requests: number(values.requests), seed: number(values.seed), only: number(values.only), database }
const unknown = names.find((name) => !ATTACKS.some((attack) => attack.name === name))
if (unknown === undefined) {
  ensureCurrentBuild()
  for (const attack of ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name))) await mount(attack)
} else {
  const list = ATTACKS.map(({ name, promise }) => `  ${name.padEnd(20)} ${promise}\n`)
  process.stderr.write(`There is no attack "${unknown}". The attacks are:\n${list.join('')}`)
  process.exitCode = 64
}

function number(given: string | undefined): number | undefined {
  return given === undefined ? undefined : Number(given)
}

async function mount({ name, promise, full }: Attack): Promise<void> {
  process.stdout.write(`${name}: ${promise}\n`)
  try {
    const measured = await full(asked)
    if (typeof measured === 'string') {
      process.stdout.write(`  left out: ${measured}\n`)
      return
    }
    for (const [what, value] of Object.entries(measured)) process.stdout.write(`  ${what}: ${value}\n`)
    process.stdout.write('  holds\n')
  } catch (error) {
    process.stdout.write(`  BROKEN: ${whyOf(error)}\n`)
    process.exitCode = 1
  }
}
