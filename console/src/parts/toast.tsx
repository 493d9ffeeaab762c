import { store, useStore } from '../service/store.ts'

const SHOWN_MS = 4000

const shown = store<{ readonly text: string } | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a short message for a few seconds. A newer message replaces it. */
export function toast(text: string): void {
  clearTimeout(timer)
  shown.set({ text })
  timer = setTimeout(() => shown.set(undefined), SHOWN_MS)
}

export function Toasts() {
  const now = useStore(shown)
  return (
    <output class="toasts" aria-live="polite">
      {now && <span class="toast">{now.text}</span>}
    </output>
  )
}
