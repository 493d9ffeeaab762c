import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plat } from '../test/e2e/program.ts'

const HOMES = `
name: attacked
source: attacked
key: id
fields:
  HomeType: { constant: CONDO }
  PostalCode: zip
  StandardStatus: { constant: Active }
  ListPrice: price
  StreetAddress: street
  PublicRemarks: text
  ListAgentKey: agent
`

const AGENTS = `
name: attacked-agents
source: attacked
noun: agent
key: id
fields:
  MemberFullName: name
`

const OFFERS = `
name: attacked-offers
source: attacked
noun: offer
key: id
fields:
  PropertyType: { constant: Apartment }
  SearchType: { constant: For_Sale }
  Area: area
  ListPrice: price
  City: city
  Latitude: lat
  Longitude: lon
`

const MAPPINGS = { homes: HOMES, agents: AGENTS, offers: OFFERS, list: `${OFFERS}complete: true\n` }

/** A kind of import that an attack disturbs. */
export interface ImportKind {
  readonly name: string
  /** Command lines of earlier imports into the same folder. */
  readonly before: readonly (readonly string[])[]
  /** The command line of this import. */
  readonly words: readonly string[]
  /** Records to export, to see whether this import succeeded. */
  readonly shownBy: 'homes' | 'offers'
}

function homesText(rows: number, price: number): string {
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i},98103,${price + i},${i} Main St,"A home with ${i} windows, and a door",a${i % 100}\n`,
  )
  return `id,zip,price,street,text,agent\n${lines.join('')}`
}

function offersText(from: number, to: number): string {
  const lines = Array.from(
    { length: to - from },
    (_, i) => `${from + i},${30 + i},${400_000 + i},Warszawa,52.2,${21 + i / 1e5}\n`,
  )
  return `id,area,price,city,lat,lon\n${lines.join('')}`
}

/**
 * Returns kinds of imports, with `rows` rows each: a first import, a change, agents, offers, and a complete list from
 * which records are missing.
 */
export function importKinds(folder: string, rows: number): readonly ImportKind[] {
  const written = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const words = (file: string, mapping: keyof typeof MAPPINGS, ...more: string[]) => [
    'import',
    file,
    '--mapping',
    written(`${mapping}.yaml`, MAPPINGS[mapping]),
    ...more,
  ]
  const homes = words(written('homes.csv', homesText(rows, 500_000)), 'homes')
  const agents = Array.from({ length: rows }, (_, i) => `a${i},Agent ${i}\n`).join('')
  const all = words(written('list-1.csv', offersText(0, rows)), 'list', '--as-of', '2026-01-01')
  const few = words(written('list-2.csv', offersText(Math.floor(rows / 2), rows)), 'list', '--as-of', '2026-02-01')
  return [
    { name: 'first import', before: [], words: homes, shownBy: 'homes' },
    {
      name: 'change',
      before: [homes],
      words: words(written('changed.csv', homesText(rows, 600_000)), 'homes'),
      shownBy: 'homes',
    },
    {
      name: 'agents',
      before: [homes],
      words: words(written('agents.csv', `id,name\n${agents}`), 'agents'),
      shownBy: 'homes',
    },
    {
      name: 'offers',
      before: [homes],
      words: words(written('offers.csv', offersText(0, rows)), 'offers', '--as-of', '2026-01-01'),
      shownBy: 'offers',
    },
    { name: 'complete list', before: [all], words: few, shownBy: 'offers' },
  ]
}

/** Runs an import until it ends. */
export async function bringIn(words: readonly string[], dataDir: string): Promise<void> {
  const { code, stderr } = await plat([...words, '--data', dataDir])
  assert.equal(code, 0, stderr)
}

/**
 * Returns a hash of the homes or offers in a folder. Undefined if the folder has no catalog. Throws if the catalog is
 * damaged.
 */
export async function contentOf(dataDir: string, noun: 'homes' | 'offers'): Promise<string | undefined> {
  const checked = await plat(['check', '--data', dataDir])
  if (checked.code === 66) return undefined
  assert.equal(checked.code, 0, `${checked.stdout}${checked.stderr}`)
  const { code, stdout, stderr } = await plat(['export', noun, '--format', 'ndjson', '--data', dataDir])
  assert.equal(code, 0, stderr)
  return createHash('sha256').update(stdout).digest('base64url')
}
