import { Button } from '../../parts/button.tsx'
import { counted } from '../../parts/format.ts'
import { SPAN_TITLES, USUAL_SPAN } from '../../service/span.ts'
import { usePageCredits } from '../../service/use-row-price.ts'
import { type Moves, NO_MOVES, SINCE_SEEN } from './use-moves.ts'

interface MovesChoiceProps {
  readonly moves: Moves
  /** The number of homes in the list with a price change. */
  readonly shown: number
  /** Empty if price changes are hidden. */
  readonly span: string
  /** Whether a saved search is open. Its updates include price changes. */
  readonly isSaved: boolean
  readonly onChoose: (span: string) => void
}

/** Lets the person choose the time span of price changes. Shows the cost before the request. */
export function MovesChoice({ moves: { pages }, shown, span, isSaved, onChoose }: MovesChoiceProps) {
  const price = `up to ${counted(usePageCredits(), 'credit')}`
  if (span === '')
    return (
      <div class="moves-choice">
        <Button kind="quiet" onClick={() => onChoose(USUAL_SPAN)}>
          Show price changes of {SPAN_TITLES[USUAL_SPAN]} · {price}
        </Button>
      </div>
    )
  const choices = {
    ...(isSaved && { [SINCE_SEEN]: 'since your last visit' }),
    ...SPAN_TITLES,
    [NO_MOVES]: 'hidden',
  }
  return (
    <div class="moves-choice">
      <label>
        Price changes{' '}
        <select value={span} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          {Object.entries(choices).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <span role="status">{counted(shown, 'price')} changed</span>
      {pages !== undefined && <small class="quiet">{price} per search</small>}
      {pages?.hasMore && (
        <Button kind="quiet" onClick={pages.more} isBusy={pages.isLoading}>
          Load more · {price}
        </Button>
      )}
      {pages?.asked.state === 'failed' && <span class="problem">{pages.asked.failure.message}</span>}
      {pages?.failure !== undefined && <span class="problem">{pages.failure}</span>}
    </div>
  )
}
