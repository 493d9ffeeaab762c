import type { RuleRows, Run, RunReport, RunsPage as Runs } from '../../../../src/running/operating/pages.ts'
import { count, duration, moment, words } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { OperatorPage } from './page.tsx'

/** Lists imports, files of watched folders and sync runs, with the number of rows by outcome. */
export function RunsPage() {
  return (
    <OperatorPage<Runs> path="/operator/runs" everyS={3}>
      {({ runs }) =>
        runs.length === 0 ? (
          <Empty
            title="Nothing has been imported yet"
            text="Runs of plat import, plat import --watch and plat sync appear here."
          />
        ) : (
          <ol class="runs">
            {runs.map((run) => (
              <OneRun key={run.id} run={run} />
            ))}
          </ol>
        )
      }
    </OperatorPage>
  )
}

function OneRun({ run }: { run: Run }) {
  const { kind, state, startedAt, seconds, source, server, files, progress, failure, reports } = run
  return (
    <li class="sheet">
      <details open={state === 'running'}>
        <summary>
          <span class={`state-of ${state}`}>{words(state)}</span>
          <strong>{source ?? server ?? words(kind)}</strong>
          <span class="quiet">
            {words(kind)}, {moment(startedAt)}
            {seconds !== null && `, ${duration(seconds)}`}
          </span>
          <span class={failure === null ? 'quiet' : 'problem'}>{failure ?? sumOf(reports)}</span>
        </summary>
        {progress !== null && (
          <p>
            {progress.step}: {count(progress.done)}
            {progress.total > 0 && (
              <>
                {' '}
                of {count(progress.total)} <progress value={progress.done} max={progress.total} />
              </>
            )}
          </p>
        )}
        {failure !== null && <p class="problem">{failure}</p>}
        {files.length > 0 && <p class="quiet">{files.join(', ')}</p>}
        {reports.map((report, i) => (
          <Report key={report.resource ?? i} report={report} />
        ))}
      </details>
    </li>
  )
}

function sumOf(reports: readonly RunReport[]): string {
  const sum = (of: (report: RunReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  const parts = [
    [sum(({ counts }) => counts.new), 'new'],
    [sum(({ counts }) => counts.changed), 'changed'],
    [sum(({ counts }) => counts.removed + counts.gone), 'removed'],
    [sum(({ rowsRejected }) => rowsRejected), 'rejected'],
  ] as const
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`)
  return said.length === 0 ? 'nothing changed' : said.join(', ')
}

function Report({ report }: { report: RunReport }) {
  const { resource, files, rejected, reported, joined, rejectsFiles, notes } = report
  return (
    <section>
      {resource !== null && <h3>{resource}</h3>}
      {files.length > 0 && (
        <Table
          caption="Rows by file"
          rows={files}
          keyOf={({ file }) => file}
          columns={[
            { title: 'File', cell: ({ file }) => file },
            { title: 'Read', cell: ({ read }) => count(read), isNumber: true },
            { title: 'New', cell: (row) => count(row.new), isNumber: true },
            { title: 'Changed', cell: ({ changed }) => count(changed), isNumber: true },
            { title: 'Unchanged', cell: ({ unchanged }) => count(unchanged), isNumber: true },
            { title: 'Merged', cell: ({ merged }) => count(merged), isNumber: true },
            { title: 'Removed', cell: ({ removed }) => count(removed), isNumber: true },
            { title: 'Rejected', cell: (row) => count(row.rejected), isNumber: true },
            { title: 'Left out', cell: ({ leftOut }) => count(leftOut), isNumber: true },
          ]}
        />
      )}
      <Rules title="Rejected" rules={rejected} />
      <Rules title="Used with warnings" rules={reported} />
      <Rules title="Joined with other records" rules={joined} />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {rejectsFiles.length > 0 && <p class="quiet">The rejected rows are in {rejectsFiles.join(', ')}.</p>}
    </section>
  )
}

function Rules({ title, rules }: { title: string; rules: readonly RuleRows[] }) {
  if (rules.length === 0) return null
  return (
    <Table
      caption={title}
      rows={rules}
      keyOf={({ rule }) => rule}
      columns={[
        {
          title,
          cell: ({ rule, sentence }) => (
            <>
              {sentence} <code class="quiet">{rule}</code>
            </>
          ),
        },
        { title: 'Rows', cell: ({ rows }) => count(rows), isNumber: true },
        { title: 'First example', cell: ({ example }) => example },
      ]}
    />
  )
}
