import { useState } from 'preact/hooks'
import { answerReportOf, type Line } from '../service/answer-report.ts'
import { curlOf, pythonOf, type Target, typescriptOf } from '../service/code.ts'
import { factsSoFar } from '../service/facts.ts'
import { ownKey } from '../service/key.ts'
import { type Query, targetOf } from '../service/query.ts'
import type { Answer } from '../service/request.ts'
import { useStore } from '../service/store.ts'
import { counted } from './format.ts'
import { Tabs } from './tabs.tsx'
import { toast } from './toast.tsx'

interface RequestPanelProps {
  readonly query: Query
  /** The answer to the query, once it has arrived. */
  readonly answer?: Answer<unknown> | undefined
}

/** Shows the exact request behind a view, ready to paste, and how the service understood it. */
export function RequestPanel({ query, answer }: RequestPanelProps) {
  const [chosen, setChosen] = useState('curl')
  const [isKeyShown, setKeyShown] = useState(false)
  const own = useStore(ownKey)
  const { keyHeader, demoKey } = factsSoFar()
  const key = own === undefined ? (demoKey ?? undefined) : isKeyShown ? own : undefined
  const target: Target = { origin: location.origin, keyHeader, key }
  const typescript = typescriptOf(query, target)
  const codes: Readonly<Record<string, string>> = {
    curl: curlOf(query, target),
    ...(typescript !== undefined && { typescript }),
    python: pythonOf(query, target),
  }
  const tabs = TABS.filter(({ name }) => name in codes)
  const code = codes[chosen] ?? codes.curl ?? ''
  return (
    <details class="request sheet">
      <summary>
        <span class="request-title">This request</span> <code>{targetOf(query)}</code>
      </summary>
      <div class="request-body">
        <Tabs label="Languages" tabs={tabs} chosen={chosen in codes ? chosen : 'curl'} onChoose={setChosen}>
          <div class="code">
            <button type="button" class="button small copy" onClick={() => void copy(code)}>
              Copy
            </button>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is to be marked must be reached by keyboard */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
          </div>
        </Tabs>
        {own !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={isKeyShown}
              onChange={({ currentTarget }) => setKeyShown(currentTarget.checked)}
            />
            <span>
              Include my key. Otherwise the code reads it from <code>PLAT_API_KEY</code>
            </span>
          </label>
        )}
        {answer !== undefined && <AnswerDetails answer={answer} />}
      </div>
    </details>
  )
}

const TABS = [
  { name: 'curl', title: 'curl' },
  { name: 'typescript', title: 'TypeScript' },
  { name: 'python', title: 'Python' },
]

/**
 * Returns the date that counted as today for an answer: the date set by the data, otherwise the date of the response.
 */
export function todayOf({ today, headers }: Answer<unknown>): string | undefined {
  const sentMs = Date.parse(headers.get('date') ?? '')
  return today ?? (Number.isNaN(sentMs) ? undefined : new Date(sentMs).toISOString().slice(0, 10))
}

/** Copies a text and confirms it. If the browser forbids copying, asks the person to select the text. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied.')
  } catch {
    toast('Your browser does not allow this page to copy. Select the text instead.')
  }
}

function AnswerDetails({ answer }: { answer: Answer<unknown> }) {
  const { applied, ignored, ambiguous } = answerReportOf(answer)
  return (
    <dl class="told">
      <Lines title="Applied" lines={applied} />
      <Lines title="Ignored" lines={ignored} />
      <Lines title="Can also mean" lines={ambiguous} />
      <dt>Cost</dt>
      <dd>{counted(answer.cost, 'credit')}</dd>
      {answer.today !== undefined && (
        <>
          <dt>Today</dt>
          <dd>{answer.today}, the last day of the data</dd>
        </>
      )}
      {answer.dataVersion !== undefined && (
        <>
          <dt>Data version</dt>
          <dd>
            <code>{answer.dataVersion}</code>
          </dd>
        </>
      )}
    </dl>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <dt>{title}</dt>
      {lines.map(({ name, text }) => (
        <dd key={`${name} ${text}`}>
          <code>{name}</code> {text}
        </dd>
      ))}
    </>
  )
}
