import './compare.css'
import { choose, chosen, MAX_COMPARED, toggleChosen } from '../service/chosen.ts'
import { go } from '../service/place.ts'
import { useStore } from '../service/store.ts'
import { Button } from './button.tsx'
import { counted } from './format.ts'

/** A check box that selects a home for comparison. `of` names the home for screen readers. */
export function CompareMark({ zpid, of, isBare = false }: { zpid: string; of: string; isBare?: boolean }) {
  const now = useStore(chosen)
  const isChosen = now.includes(zpid)
  const isFull = !isChosen && now.length >= MAX_COMPARED
  return (
    <label
      class="compare-mark"
      title={isFull ? `You can compare up to ${MAX_COMPARED} homes. Remove one first.` : undefined}
    >
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull}
        aria-label={`Compare ${of}`}
        onChange={() => toggleChosen(zpid)}
      />
      {!isBare && <span>Compare</span>}
    </label>
  )
}

/** A bar on every page while homes are selected. Its button shows the price of comparing them. */
export function CompareTray() {
  const now = useStore(chosen)
  if (now.length === 0) return null
  return (
    <aside class="tray" aria-label="Homes to compare">
      <span role="status">{now.length === 1 ? '1 home: add another to compare' : `${now.length} homes`}</span>
      <Button kind="quiet" onClick={() => choose([])}>
        Clear
      </Button>
      <Button kind="main" disabled={now.length < 2} onClick={() => go(`/compare?homes=${now.join(',')}`)}>
        Compare · {counted(now.length, 'credit')}
      </Button>
    </aside>
  )
}
