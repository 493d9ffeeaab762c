import { useState } from 'preact/hooks'
import { toolCallOf } from '../../../src/doors/mcp/call-of.ts'
import { type ODataRequest, odataRequestOf } from '../../../src/service/operations/odata-request.ts'
import { agentOf, curlOf, odataOf, pythonOf, type Target, typescriptOf } from '../service/code.ts'
import { factsSoFar } from '../service/facts.ts'
import { ownKey } from '../service/key.ts'
import { type Query, queryOf, sentParams, targetOf } from '../service/query.ts'
import type { Answer } from '../service/request.ts'
import { useStore } from '../service/store.ts'
import { type Line, placesOf, toldBy } from '../service/told.ts'
import { useAnswer } from '../service/use-answer.ts'
import { counted } from './format.ts'
import { Tabs } from './tabs.tsx'
import { toast } from './toast.tsx'

interface RequestPanelProps {
  readonly query: Query
  /** Its answer, once it is there. */
  readonly answer?: Answer<unknown> | undefined
}

/** The exact request behind a view, ready to be pasted, and what the service made of it. */
export function RequestPanel({ query, answer }: RequestPanelProps) {
  const [chosen, setChosen] = useState('curl')
  const [isKeyShown, setKeyShown] = useState(false)
  const own = useStore(ownKey)
  const { areas, keyHeader, demoKey } = factsSoFar()
  const key = own === undefined ? (demoKey ?? undefined) : isKeyShown ? own : undefined
  const agent = toolCallOf(query.path, Object.fromEntries(sentParams(query)))
  const odata = useODataRequest(query, answer, chosen === 'odata')
  const target: Target = { origin: areas[query.area] ?? '', keyHeader, key }
  const typescript = typescriptOf(query, target)
  const codes: Readonly<Record<string, string>> = {
    curl: curlOf(query, target),
    ...(typescript !== undefined && { typescript }),
    python: pythonOf(query, target),
    ...(agent && { agent: agentOf(agent) }),
    ...(odata && { odata: odataOf(odata, target) }),
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
        {own !== undefined && chosen !== 'agent' && (
          <label class="check">
            <input
              type="checkbox"
              checked={isKeyShown}
              onChange={({ currentTarget }) => setKeyShown(currentTarget.checked)}
            />
            <span>
              With my key in it; otherwise it is read from <code>PLAT_KEY</code>
            </span>
          </label>
        )}
        {chosen === 'agent' && agent !== undefined && agent.untold.length > 0 && (
          <p class="quiet">
            The tool has no word for <code>{agent.untold.join(', ')}</code>.
          </p>
        )}
        {chosen === 'odata' && odata !== undefined && <ToldOfOData request={odata} />}
        {answer !== undefined && <ToldBy answer={answer} />}
      </div>
    </details>
  )
}

const TABS = [
  { name: 'curl', title: 'curl' },
  { name: 'typescript', title: 'TypeScript' },
  { name: 'python', title: 'Python' },
  { name: 'agent', title: 'Agent' },
  { name: 'odata', title: 'OData' },
]

interface Metadata {
  readonly 'org.reso.metadata': { readonly Property?: object }
}

const METADATA = queryOf('/odata/$metadata', { $format: 'json' })

/** The request below `/odata` that asks the same. Which fields the catalogue has is asked, for free, once it is shown. */
function useODataRequest(query: Query, answer: Answer<unknown> | undefined, isShown: boolean) {
  const metadata = useAnswer<Metadata>(isShown ? METADATA : undefined)
  const property = metadata.state === 'answered' ? metadata.answer.body['org.reso.metadata'].Property : undefined
  const today = answer && todayOf(answer)
  if (answer === undefined || today === undefined || query.area !== 'A') return undefined
  return odataRequestOf(query.path, Object.fromEntries(sentParams(query)), {
    today,
    places: placesOf(answer.body),
    fields: property && new Set(Object.keys(property)),
  })
}

/** The day that counted as today for an answer: that of the data, or else of the service's clock. */
export function todayOf({ today, headers }: Answer<unknown>): string | undefined {
  const sentMs = Date.parse(headers.get('date') ?? '')
  return today ?? (Number.isNaN(sentMs) ? undefined : new Date(sentMs).toISOString().slice(0, 10))
}

function ToldOfOData({ request: { untold, notes } }: { request: ODataRequest }) {
  return (
    <>
      {untold.length > 0 && (
        <p class="quiet">
          OData cannot say <code>{untold.join(', ')}</code>: its answer has more homes than this one.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </>
  )
}

/** Copies, and says so; where the browser forbids it, the text is there to be marked. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied.')
  } catch {
    toast('The browser does not let this page copy: mark the text instead.')
  }
}

function ToldBy({ answer }: { answer: Answer<unknown> }) {
  const { applied, ignored, ambiguous } = toldBy(answer)
  return (
    <dl class="told">
      <Lines title="Applied" lines={applied} />
      <Lines title="Ignored" lines={ignored} />
      <Lines title="May also mean" lines={ambiguous} />
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
