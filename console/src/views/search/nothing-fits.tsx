import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { chipText } from '../../parts/filters/labels.ts'
import { counted } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import type { FormValues } from '../../service/operation-fields.ts'
import { applies, type OperationField } from '../../service/operation-fields.ts'
import { type Query, targetOf } from '../../service/query.ts'
import { type Answer, request } from '../../service/request.ts'
import { countText, type Page } from './search-page.ts'

interface NothingFitsProps {
  readonly answer: Answer<Page>
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  readonly onChange: (change: FormValues) => void
}

/**
 * Lists the applied filters, each with a button that removes it. On request, shows how many homes match without each
 * filter.
 */
export function NothingFits({ answer: { query, ignored }, fields, given, onChange }: NothingFitsProps) {
  const applied = fields.filter((field) => given[field.name] && applies(field, given) && !ignored.includes(field.name))
  const [without, ask] = useWithout(query)
  const names = applied.map(({ name }) => name)
  const unasked = names.filter((name) => !without.totals.has(name))
  const credits = counted(unasked.length, 'credit')
  if (names.length === 0)
    return <Empty title="No homes match" text="No filters are set. Try another status or a larger area." />
  const totalOf = (name: string) => without.totals.get(name)?.totalMatchingCount ?? 0
  const most = Math.max(...names.map(totalOf))
  return (
    <Empty title="No homes match" text="Remove a filter:">
      <ul class="without">
        {applied.map((field) => {
          const counts = without.totals.get(field.name)
          const total = totalOf(field.name)
          return (
            <li key={field.name}>
              <Button onClick={() => onChange({ [field.name]: '' })}>
                Without {chipText(field, given[field.name] ?? '')}
              </Button>
              {counts !== undefined && (
                <span class={total > 0 && total === most ? 'most' : 'quiet'}>{countText(counts)}</span>
              )}
            </li>
          )
        })}
      </ul>
      {unasked.length > 0 && (
        <Button kind="quiet" isBusy={without.isAsking} onClick={() => ask(unasked)}>
          {without.isAsking ? 'Counting…' : `Count matches without each filter · ${credits}`}
        </Button>
      )}
      {without.failure !== undefined && <p class="problem">{without.failure}</p>}
    </Empty>
  )
}

interface Without {
  readonly totals: ReadonlyMap<string, Page['resultsCount']>
  readonly isAsking: boolean
  readonly failure: string | undefined
}

const NOTHING_ASKED: Without = { totals: new Map(), isAsking: false, failure: undefined }

/** Counts the homes that match without each filter. Requests and pays each count only once. */
function useWithout(query: Query): [Without, (names: readonly string[]) => void] {
  const [without, setWithout] = useState(NOTHING_ASKED)
  const [ending, setEnding] = useState(() => new AbortController())
  const wanted = targetOf(query)
  useEffect(() => {
    const own = new AbortController()
    setEnding(own)
    setWithout(NOTHING_ASKED)
    return () => own.abort()
  }, [wanted])
  const ask = async (names: readonly string[]) => {
    const totals = new Map(without.totals)
    setWithout({ totals, isAsking: true, failure: undefined })
    let failure: string | undefined
    try {
      for (const name of names) {
        const params = { ...query.params, [name]: undefined, facets: undefined }
        const { body } = await request<Page>({ ...query, params }, ending.signal)
        totals.set(name, body.resultsCount)
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    if (!ending.signal.aborted) setWithout({ totals, isAsking: false, failure })
  }
  return [without, (names) => void ask(names)]
}
