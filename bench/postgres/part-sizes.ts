import type { Stage } from './stage.ts'

/** What each table and its indexes take, by home of the catalogue. */
export async function benchSizes({ figures, bare, homes }: Stage): Promise<void> {
  figures.heading('Bytes by home of the catalogue')
  const { rows = [] } =
    (await bare[0]?.query(`SELECT relname AS name, reltuples AS rows, pg_table_size(oid) AS stored,
        pg_indexes_size(oid) AS indexed, pg_total_relation_size(oid) AS total
      FROM pg_class WHERE relnamespace = 'catalog'::regnamespace AND relkind = 'r' ORDER BY total DESC`)) ?? {}
  const [large, small] = [
    rows.filter(({ total }) => Number(total) >= homes),
    rows.filter(({ total }) => Number(total) < homes),
  ]
  const all = (of: typeof rows, what: string) => of.reduce((sum, row) => sum + Number(row[what]), 0) / homes
  const columns = ['rows', 'table', 'indexes', 'together'].map((name) => ({ name, unit: name === 'rows' ? '' : 'B' }))
  const values = (of: typeof rows) => [all(of, 'rows'), all(of, 'stored'), all(of, 'indexed'), all(of, 'total')]
  figures.table(columns, [
    ...large.map((row) => ({ name: row.name, values: values([row]) })),
    { name: `${small.length} smaller tables`, values: values(small) },
    { name: 'all', values: values(rows) },
  ])
}
