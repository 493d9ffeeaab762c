import type { KeyEventRow, KeyLogPage as KeyLog } from '../../../../src/running/operating/pages.ts'
import { moment, words } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { OperatorPage } from './page.tsx'

/** Lists who changed which key. */
export function KeyLogPage() {
  return (
    <OperatorPage<KeyLog> path="/operator/keys/log" everyS={10}>
      {({ events }) =>
        events.length === 0 ? (
          <Empty title="No changes yet" text="Each new, rotated, limited or revoked key appears here." />
        ) : (
          <Table caption="Changes of keys" rows={events} keyOf={(_, i) => i} columns={COLUMNS} />
        )
      }
    </OperatorPage>
  )
}

const COLUMNS = [
  { title: 'Time', cell: ({ at }: KeyEventRow) => <time>{moment(at)}</time> },
  { title: 'Key', cell: ({ keyId }: KeyEventRow) => <code>{keyId}</code> },
  { title: 'Change', cell: ({ action }: KeyEventRow) => words(action) },
  { title: 'By', cell: ({ by }: KeyEventRow) => by },
  { title: 'Detail', cell: ({ detail }: KeyEventRow) => detail },
]
