import { useState } from 'preact/hooks'
import { Answered } from '../../parts/answered.tsx'
import { Button } from '../../parts/button.tsx'
import { decimal } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import type { Climate as ClimateAnswer, ClimateScore } from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'

const PERILS = [
  ['floodSources', 'Flood'],
  ['fireSources', 'Wildfire'],
  ['heatSources', 'Heat'],
  ['windSources', 'Wind'],
  ['airSources', 'Air'],
  ['overallSources', 'Overall'],
] as const

/** Shows the scores of all climate models side by side, because models disagree. */
export function Climate({ zpid }: { zpid: number }) {
  const [isOpen, setOpen] = useState(false)
  const query = queryOf('/climate', { byzpid: zpid })
  return (
    <section>
      <h2>Climate</h2>
      <Answered<ClimateAnswer>
        query={isOpen ? query : undefined}
        rows={3}
        idle={<Button onClick={() => setOpen(true)}>Show climate risks · 1 credit</Button>}
      >
        {({ body }) => <Risks rows={rowsOf(body)} />}
      </Answered>
    </section>
  )
}

function Risks({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <Empty title="No climate data for this home" />
  return (
    <Table
      caption="Climate risks by model"
      rows={rows}
      keyOf={({ peril, model }) => `${peril} ${model}`}
      columns={[
        { title: 'Risk', cell: ({ peril }) => peril },
        { title: 'Model', cell: ({ model }) => model },
        { title: 'Score', cell: ({ score }) => scoreOf(score), isNumber: true },
        { title: 'Rating', cell: ({ score: { rating } }) => rating ?? '' },
        {
          title: 'For',
          cell: ({ score: { resolution, vintage } }) => [resolution, vintage].filter(Boolean).join(', '),
        },
      ]}
    />
  )
}

interface Row {
  readonly peril: string
  readonly model: string
  readonly score: ClimateScore
}

function rowsOf(answer: ClimateAnswer): readonly Row[] {
  return PERILS.flatMap(([key, peril]) =>
    Object.entries(answer[key]).map(([model, score]) => ({ peril, model, score })),
  )
}

function scoreOf({ score, scale }: ClimateScore): string {
  return `${decimal(score)} of ${scale.min} to ${scale.max}`
}
