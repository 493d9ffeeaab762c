import './key.css'
import { Button } from '../../parts/button.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { count, day } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Refused, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { UseByDay } from '../../parts/use-by-day.tsx'
import type { OperationUsage, Usage, UsageDays } from '../../service/answers.ts'
import { keyPrompt } from '../../service/key.ts'
import { queryOf } from '../../service/query.ts'
import { useAnswer } from '../../service/use-answer.ts'

/** The person's key: its plan, its remaining credits, and its usage. */
export function KeyView() {
  const query = queryOf('/usage')
  const asked = useAnswer<Usage>(query)
  const daysQuery = queryOf('/usage/days')
  const days = useAnswer<UsageDays>(daysQuery)
  return (
    <div class="page key-page">
      <h1>Key</h1>
      {asked.state === 'asking' && <Skeleton rows={6} />}
      {asked.state === 'failed' && <Refused failure={asked.failure} again={asked.again} />}
      {asked.state === 'answered' && <KeyAndPlan usage={asked.answer.body} />}
      {days.state === 'failed' && asked.state !== 'failed' && <Refused failure={days.failure} again={days.again} />}
      {days.state === 'answered' && <Uses days={days.answer.body} />}
      <p class="quiet">
        If your key’s plan allows it, you can also open the <Link to="/operator">pages for operators</Link>.
      </p>
      <RequestPanel query={daysQuery} answer={days.state === 'answered' ? days.answer : undefined} />
    </div>
  )
}

function KeyAndPlan({
  usage: { key, plan, creditsLimit, creditsRemaining, periodStart, periodEnd },
}: {
  usage: Usage
}) {
  return (
    <>
      <header class="key-head">
        <div>
          <h2>{key.label}</h2>
          <code class="quiet">{key.id}</code>
        </div>
        <Button onClick={() => keyPrompt.set({})}>Use another key</Button>
      </header>
      {creditsLimit !== null && creditsRemaining !== null && (
        <section class="credits sheet" aria-label="Credits">
          <strong>{count(creditsRemaining)}</strong>
          <span>
            of {count(creditsLimit)} credits left
            {periodStart !== null && periodEnd !== null && `, ${day(periodStart)} until ${day(periodEnd)}`}
          </span>
          <meter value={creditsRemaining} max={creditsLimit} low={creditsLimit / 10} />
        </section>
      )}
      <Facts>
        <Fact name="Plan">{plan.name}</Fact>
        <Fact name="Areas">{plan.areas.join(', ')}</Fact>
        <Fact name="Skip tracing">{plan.skip ? <Link to="/owners">Search owners</Link> : 'no'}</Fact>
        <Fact name="Rate limit">
          {count(plan.requestsPerSecond)} requests/s, bursts of {count(plan.burst)}
        </Fact>
        <Fact name="Concurrent requests">{count(plan.callsInFlight)}</Fact>
      </Facts>
    </>
  )
}

function Uses({ days: { from, to, usage } }: { days: UsageDays }) {
  return (
    <section>
      <h2>The last 31 days</h2>
      <UseByDay from={from} to={to} uses={usage} />
      {usage.length > 0 && (
        <Table
          caption="Calls by operation"
          rows={byOperation(usage)}
          keyOf={({ operation }) => operation}
          columns={[
            { title: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
            { title: 'Calls', cell: ({ calls }) => count(calls), isNumber: true },
            { title: 'Credits', cell: ({ credits }) => count(credits), isNumber: true },
          ]}
        />
      )}
    </section>
  )
}

/** Sums usage by operation, most credits first. */
function byOperation(uses: readonly OperationUsage[]): readonly Omit<OperationUsage, 'day'>[] {
  return [...Map.groupBy(uses, ({ operation }) => operation)]
    .map(([operation, of]) => ({
      operation,
      calls: of.reduce((sum, { calls }) => sum + calls, 0),
      credits: of.reduce((sum, { credits }) => sum + credits, 0),
    }))
    .sort((a, b) => b.credits - a.credits || b.calls - a.calls)
}
