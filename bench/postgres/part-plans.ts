import { writeFileSync } from 'node:fs'
import { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { nobody } from '../../src/catalog/withheld.ts'
import { Explained } from '../../test/postgres/explained.ts'
import { askKinds } from '../../test/postgres/plans.ts'
import { benchLog, CARDS } from '../search/setting.ts'
import type { Stage } from './stage.ts'

const PAGE = 'docs/postgresql-plans.md'

/** A bound list is longer than what it is about. */
const LONG_LINE = 220

const HEAD = (homes: string) => `# Plans in PostgreSQL

How each kind of question to a catalogue in PostgreSQL is answered: \`EXPLAIN (ANALYZE, BUFFERS)\` of its statements, with
the plan that a connection keeps for them, on one server and a sample of ${homes} homes. Of a home that lies in
a city of many others, page by page as operations ask it. Written by \`npm run bench -- postgres --parts plans\`; that no
kind reads a table that grows with the homes whole is checked in \`test/search/postgres-oracle.test.ts\`, by what the
planner would do with a thousand times the homes.
`

/** Writes the page of plans. */
export async function writePlans({ url, known, homes, figures }: Stage): Promise<void> {
  const explained = await Explained.connect(url)
  const catalog = await PostgresCatalog.open({
    ...{ database: explained.database, cards: CARDS, withheld: nobody, log: benchLog, pollMs: 1_000_000 },
  })
  const [home] = known
  if (home === undefined) throw new Error('the sample has no home that kinds can ask for')
  await askKinds(catalog, explained, home) // pages that nobody has read since the import are not what is shown
  const sections: string[] = []
  for (const { kind, statements } of await askKinds(catalog, explained, home)) {
    const plans: string[] = []
    for (const statement of statements) plans.push((await explained.text(statement)).map(shortened).join('\n'))
    sections.push(`## ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n\`\`\`text\n${plans.join('\n\n')}\n\`\`\`\n`)
  }
  await catalog.close()
  writeFileSync(PAGE, [HEAD(homes.toLocaleString('en-US')), ...sections].join('\n'))
  figures.note(`${PAGE} is written.`)
}

function shortened(line: string): string {
  return line.length > LONG_LINE ? `${line.slice(0, LONG_LINE)} …` : line
}
