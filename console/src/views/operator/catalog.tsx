import type { CatalogPage as Catalog } from '../../../../src/running/operating/pages.ts'
import { Figure } from '../../parts/figure.tsx'
import { count, day, moment, size, words } from '../../parts/format.ts'
import { Empty, Failure } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { OperatorPage } from './page.tsx'

/** Shows the size, sources, age and storage of the catalog. */
export function CatalogPage() {
  return (
    <OperatorPage<Catalog> path="/operator/catalog" everyS={15}>
      {(catalog) => (
        <>
          {catalog.damage !== null && <Failure title="The catalog is damaged" text={catalog.damage} />}
          <Overview catalog={catalog} />
          <OtherRecords records={catalog.records} />
          <Homes states={catalog.homes} isEmpty={catalog.records.home === 0} />
          <Sources catalog={catalog} />
          <Storage catalog={catalog} />
        </>
      )}
    </OperatorPage>
  )
}

function Overview({ catalog: { kind, records, changedAt, today, formats, dataVersion } }: { catalog: Catalog }) {
  return (
    <dl class="figures">
      <Figure
        name={kind === 'sample' ? 'Sample catalog' : 'Imported catalog'}
        value={`${count(records.home ?? 0)} homes`}
      />
      <Figure name="Changed" value={moment(changedAt)} note={`version ${dataVersion}`} />
      <Figure name="Today in the data" value={day(today.A)} note={`B ${day(today.B)}, C ${day(today.C)}`} />
      <Figure name="Formats" value={formats.catalogue} note={`catalog; keys: ${formats.keys}`} />
    </dl>
  )
}

/** Irregular plurals of record types. */
const SEVERAL: Readonly<Record<string, string>> = {
  person: 'people',
  series: 'market series',
  rate: 'mortgage rates',
  climate: 'climate records',
}

function severalOf(noun: string): string {
  return SEVERAL[noun] ?? `${words(noun).toLowerCase()}s`
}

function OtherRecords({ records }: { records: Catalog['records'] }) {
  const others = Object.entries(records).filter(([noun, number]) => noun !== 'home' && number > 0)
  if (others.length === 0) return null
  return <p>{others.map(([noun, number]) => `${count(number)} ${severalOf(noun)}`).join(' · ')}</p>
}

function Homes({ states, isEmpty }: { states: Catalog['homes']; isEmpty: boolean }) {
  if (isEmpty) return <Empty title="No homes yet" text="To add homes, run plat import." />
  return (
    <section>
      <h2>Homes</h2>
      <Table
        caption="Homes by state and status"
        rows={states}
        keyOf={({ state }) => state ?? ''}
        columns={[
          { title: 'State', cell: ({ name }) => name },
          { title: 'Homes', cell: ({ homes }) => count(homes), isNumber: true },
          { title: 'For sale', cell: ({ forSale }) => count(forSale), isNumber: true },
          { title: 'Coming soon or under contract', cell: ({ inactiveSales }) => count(inactiveSales), isNumber: true },
          { title: 'For rent', cell: ({ forRent }) => count(forRent), isNumber: true },
          { title: 'Sold', cell: ({ sold }) => count(sold), isNumber: true },
          { title: 'Off market', cell: ({ offMarket }) => count(offMarket), isNumber: true },
        ]}
      />
    </section>
  )
}

function Sources({ catalog: { sources, isCounting, countFailure } }: { catalog: Catalog }) {
  const rows = sources.flatMap(({ source, attribution, nouns }) =>
    nouns.map((noun) => ({ source, attribution, ...noun })),
  )
  if (rows.length === 0) return null
  return (
    <section>
      <h2>Sources</h2>
      {isCounting && <p class="quiet">Counting records…</p>}
      {countFailure !== null && <p class="quiet">Records could not be counted: {countFailure}</p>}
      <Table
        caption="Sources"
        rows={rows}
        keyOf={({ source, noun }) => `${source} ${noun}`}
        columns={[
          { title: 'Source', cell: ({ source }) => source ?? 'unknown' },
          { title: 'Records', cell: ({ records, noun }) => `${count(records)} ${severalOf(noun)}` },
          { title: 'Newest', cell: ({ newestAt }) => <time>{moment(newestAt)}</time> },
          { title: 'Last import', cell: ({ lastImport }) => <time>{moment(lastImport?.at)}</time> },
          { title: 'Mapping', cell: ({ lastImport }) => lastImport?.mapping ?? '' },
          { title: 'Rejected', cell: ({ lastImport }) => count(lastImport?.rowsRejected), isNumber: true },
          { title: 'Attribution', cell: ({ attribution }) => attribution ?? '' },
        ]}
      />
    </section>
  )
}

function Storage({ catalog: { files, segments } }: { catalog: Catalog }) {
  return (
    <section>
      <h2>Storage</h2>
      <Table
        caption="Files in the data folder"
        rows={files}
        keyOf={({ name }) => name}
        columns={[
          { title: 'File', cell: ({ name }) => <code>{name}</code> },
          { title: 'Kind', cell: ({ kind }) => words(kind) },
          { title: 'Size', cell: ({ bytes }) => size(bytes), isNumber: true },
          { title: 'Changed', cell: ({ changedAt }) => <time>{moment(changedAt)}</time> },
        ]}
      />
      <Table
        caption="Search segments"
        rows={segments}
        keyOf={({ noun, name }) => `${noun} ${name}`}
        columns={[
          { title: 'Record type', cell: ({ noun }) => words(noun) },
          { title: 'Segment', cell: ({ name, isBase }) => (isBase ? `${name} (base segment)` : name) },
          { title: 'Rows', cell: ({ rows }) => count(rows), isNumber: true },
          { title: 'Removed', cell: ({ removedRows }) => count(removedRows), isNumber: true },
        ]}
      />
    </section>
  )
}
