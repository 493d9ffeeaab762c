import type { SlowCallsPage as SlowCalls } from '../../../../src/running/operating/pages.ts'
import { count, decimal, moment, size } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { OperatorPage } from './page.tsx'

type Call = SlowCalls['calls'][number]

/** The last calls that took long. */
export function SlowCallsPage() {
  return (
    <OperatorPage<SlowCalls> path="/operator/slow-calls" everyS={5}>
      {({ slowMs, calls }) =>
        calls.length === 0 ? (
          <Empty
            title="No call was slow"
            text={slowMs === 0 ? 'None is looked for: PLAT_SLOW_MS is 0.' : `None took ${count(slowMs)} ms or longer.`}
          />
        ) : (
          <Table caption="Slow calls" rows={calls} keyOf={keyOf} columns={COLUMNS} />
        )
      }
    </OperatorPage>
  )
}

/** A caller may give several calls one request id. */
function keyOf({ at }: Call, index: number): string {
  return `${at} ${index}`
}

const COLUMNS = [
  { title: 'At', cell: ({ at }: Call) => <time>{moment(at)}</time> },
  { title: 'Call', cell: callOf },
  { title: 'Status', cell: ({ status, code }: Call) => (code === null ? status : `${status} ${code}`) },
  { title: 'ms', cell: ({ ms }: Call) => decimal(ms), isNumber: true },
  { title: 'Waited', cell: ({ queuedMs }: Call) => decimal(queuedMs), isNumber: true },
  { title: 'Worked', cell: ({ workedMs }: Call) => decimal(workedMs), isNumber: true },
  { title: 'Size', cell: ({ bytes }: Call) => size(bytes), isNumber: true },
  { title: 'Key', cell: ({ keyId }: Call) => <code>{keyId}</code> },
  { title: 'Request', cell: ({ requestId }: Call) => <code>{requestId}</code> },
]

/** The operation, and what was asked as far as it is told. */
function callOf({ operation, asked }: Call) {
  const params = Object.entries(asked ?? {}).map(([name, value]) => `${name}=${value}`)
  return (
    <>
      <code>{operation}</code> <span class="quiet">{params.join(' ')}</span>
    </>
  )
}
