import { copy } from './request-panel.tsx'

const WAYS = [
  {
    title: 'Share this view',
    icon: 'M9 15l6-6M8 12l-2 2a3 3 0 0 0 4 4l2-2M16 12l2-2a3 3 0 0 0-4-4l-2 2',
    act: copyLink,
  },
  { title: 'Print', icon: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z', act: () => print() },
]

/** Buttons to share a view: one copies its address, which contains its state, and one prints the page. */
export function PassOn() {
  return (
    <fieldset class="icons">
      <legend class="unseen">Share</legend>
      {WAYS.map(({ title, icon, act }) => (
        <button key={title} type="button" aria-label={title} title={title} onClick={act}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
        </button>
      ))}
    </fieldset>
  )
}

function copyLink(): void {
  void copy(location.href)
}
