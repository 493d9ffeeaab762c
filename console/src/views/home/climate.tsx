import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { decimal } from '../../parts/format.ts'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import type { ClimateAnswer, ClimateScore } from './answers.ts'

const PERILS = [
  ['floodSources', 'Flood'],
  ['fireSources', 'Wildfire'],
  ['heatSources', 'Heat'],
  ['windSources', 'Wind'],
  ['airSources', 'Air'],
  ['overallSources', 'All together'],
] as const

/** Shows the figures of every model side by side: models differ, and none is right alone. */
export function Climate({ zpid }: { zpid: number }) {
  const [isOpen, setOpen] = useState(false)
  const query = queryOf('/climate', { byzpid: zpid })
  const answered = useAnswer<ClimateAnswer>(isOpen ? query : undefined)
  const answer = shownIn(answered)
  const rows = answer === undefined ? [] : rowsOf(answer.body)
  return (
    <section>
      <h2>Climate</h2>
      {!isOpen && <Button onClick={() => setOpen(true)}>Ask for the risks here</Button>}
      {answered.state === 'failed' && <Refused failure={answered.failure} again={answered.again} />}
      {answered.state === 'asking' && answer === undefined && <Skeleton />}
      {answer !== undefined && rows.length === 0 && <Empty title="No model tells of this place" />}
      {rows.length > 0 && (
        <Table
          caption="Climate risks by model"
          rows={rows}
          keyOf={({ peril, model }) => `${peril} ${model}`}
          columns={[
            { title: 'Risk', cell: ({ peril }) => peril },
            { title: 'Model', cell: ({ model }) => model },
            { title: 'Score', cell: ({ score }) => scoreOf(score), isNumber: true },
            { title: 'In words', cell: ({ score: { rating } }) => rating ?? '' },
            {
              title: 'For',
              cell: ({ score: { resolution, vintage } }) => [resolution, vintage].filter(Boolean).join(', '),
            },
          ]}
        />
      )}
      {isOpen && <RequestPanel query={query} answer={answer} />}
    </section>
  )
}

interface Row {
  readonly peril: string
  readonly model: string
  readonly score: ClimateScore
}

function rowsOf(answer: ClimateAnswer): readonly Row[] {
  return PERILS.flatMap(([key, peril]) =>
    Object.entries(answer[key] ?? {}).map(([model, score]) => ({ peril, model, score })),
  )
}

function scoreOf({ score, scale }: ClimateScore): string {
  return scale === null ? decimal(score) : `${decimal(score)} of ${scale.min} to ${scale.max}`
}
