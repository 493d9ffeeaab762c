import type { OperationUse, UsagePage as Usage } from '../../../../src/running/operating/pages.ts'
import { count, decimal, moment } from '../../parts/format.ts'
import { Table } from '../../parts/table.tsx'
import { UseByDay } from '../../parts/use-by-day.tsx'
import { OperatorPage } from './page.tsx'

/** Shows the usage of all keys, and the performance of the service. */
export function UsagePage() {
  return (
    <OperatorPage<Usage> path="/operator/usage" everyS={5}>
      {(usage) => (
        <>
          <section>
            <h2>Credits of all keys</h2>
            <UseByDay from={usage.from} to={usage.to} uses={usage.days} />
            {usage.keys.length > 0 && (
              <Table
                caption="Keys by credits"
                rows={usage.keys}
                keyOf={({ keyId }) => keyId}
                columns={[
                  { title: 'Key', cell: ({ keyId }) => <code>{keyId}</code> },
                  { title: 'Calls', cell: ({ calls }) => count(calls), isNumber: true },
                  { title: 'Credits', cell: ({ credits }) => count(credits), isNumber: true },
                ]}
              />
            )}
          </section>
          <section>
            <h2>Since {moment(usage.since)}</h2>
            <p class="quiet">
              {count(usage.connections)} of {count(usage.connectionsLimit)} connections · {count(usage.callsShed)} calls
              rejected under load · {count(usage.threadDeaths)} threads crashed
            </p>
            <Table
              caption="Operations"
              rows={usage.operations}
              keyOf={({ operation }) => operation}
              columns={OPERATION_COLUMNS}
            />
            {usage.refusals.length > 0 && (
              <Table
                caption="Refusals"
                rows={usage.refusals}
                keyOf={({ code }) => code}
                columns={[
                  { title: 'Refusal', cell: ({ code }) => <a href={`/docs/problems#${code}`}>{code}</a> },
                  { title: 'Calls', cell: (refusal) => count(refusal.count), isNumber: true },
                ]}
              />
            )}
          </section>
        </>
      )}
    </OperatorPage>
  )
}

const OPERATION_COLUMNS = [
  { title: 'Operation', cell: ({ operation }: OperationUse) => <code>{operation}</code> },
  { title: 'Requests', cell: ({ requests }: OperationUse) => count(requests), isNumber: true },
  { title: 'Refused', cell: ({ statuses }: OperationUse) => count(statuses['4xx'] ?? 0), isNumber: true },
  { title: 'Failed', cell: ({ statuses }: OperationUse) => count(statuses['5xx'] ?? 0), isNumber: true },
  { title: 'Credits', cell: ({ credits }: OperationUse) => count(credits), isNumber: true },
  { title: 'From cache', cell: ({ kept }: OperationUse) => count(kept), isNumber: true },
  { title: 'p50 ms', cell: ({ latency }: OperationUse) => decimal(latency?.p50Ms), isNumber: true },
  { title: 'p95 ms', cell: ({ latency }: OperationUse) => decimal(latency?.p95Ms), isNumber: true },
  { title: 'p99 ms', cell: ({ latency }: OperationUse) => decimal(latency?.p99Ms), isNumber: true },
]
